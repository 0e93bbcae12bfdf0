"""Prints how many steps a second an environment takes, by an agent that costs nearly nothing.

    taskset -c 0 python scripts/python/tests/measure_agents.py
"""

import time

import dormouse

env = dormouse.make("fortnight-v1")
for person in range(1, 4):
    observation, info = env.reset(options={"person": person})
    began, steps, is_over = time.perf_counter(), 0, False
    while not is_over:
        # Of the apps that wait the first, as the mask has them; the last choice is always there.
        observation, _, _, is_over, info = env.step(int(info["action_mask"].argmax()))
        steps += 1
    took = time.perf_counter() - began
    print(f"person {person}: {steps:,} steps in {took:.2f} s, {steps / took:,.0f} a second")
