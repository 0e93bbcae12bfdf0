"""Prints how many steps a second an environment takes, by an agent that costs nearly nothing.

    taskset -c 0 python scripts/python/tests/measure_agents.py
"""

import resource
import time

import dormouse


def processor_time(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


env = dormouse.make("fortnight-v1")
for person in range(1, 4):
    observation, info = env.reset(options={"person": person})
    ours, its = processor_time(resource.RUSAGE_SELF), processor_time(resource.RUSAGE_CHILDREN)
    began, steps, is_over = time.perf_counter(), 0, False
    while not is_over:
        # Of the apps that wait the first, as the mask has them; the last choice is always there.
        observation, _, _, is_over, info = env.step(int(info["action_mask"].argmax()))
        steps += 1
    took = time.perf_counter() - began
    # A child's time is known when it has ended, which it has; its start is in it.
    ours = (processor_time(resource.RUSAGE_SELF) - ours) / steps * 1e6
    its = (processor_time(resource.RUSAGE_CHILDREN) - its) / steps * 1e6
    print(
        f"person {person}: {steps:,} steps in {took:.2f} s, {steps / took:,.0f} a second; "
        f"processor: {ours:.0f} us a step in Python, {its:.0f} us in the phone"
    )
