"""Holds the environments for agents to the command and to Gymnasium: check_agents.py

Needs gymnasium and the command that $DORMOUSE names.
"""

import math
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile

import gymnasium
import numpy
from gymnasium.utils.env_checker import check_env

import dormouse

SHORT = {"days": 8}  # of a fortnight's three weeks; a week is warm-up


def first_come(env, observation, info):
    """Whoever has waited longest; of equals the first."""
    apps = observation["apps"]
    waited = numpy.where(apps[:, 0] > 0, apps[:, env.app_features.index("waited")], -1)
    return int(waited.argmax()) if (apps[:, 0] > 0).any() else len(env.apps)


def by_scores(env, observation, info):
    """The same as scores; 500 hours are longer than anything waits."""
    apps = observation["apps"]
    return apps[:, 0] * (0.001 + apps[:, env.app_features.index("waited")] / 500)


def raises(kind, part, body):
    try:
        body()
    except kind as problem:
        assert part in str(problem), problem
        return
    raise AssertionError(f"no {kind.__name__} with '{part}'")


def check_gymnasium():
    for actions in ["choice", "scores"]:
        env = dormouse.make("fortnight-v1", actions=actions, settings=SHORT)
        check_env(env, skip_render_check=True)
        env.close()
    env = gymnasium.make("dormouse/fortnight-v1", settings=SHORT)
    assert env.reset(seed=3)[0]["apps"].shape == (12, len(env.unwrapped.app_features))
    person = env.unwrapped.person
    assert person in env.unwrapped.task.training
    env.reset(seed=3)
    assert env.unwrapped.person == person, "the same seed draws the same person"
    env.close()
    copied = pickle.loads(pickle.dumps(env.unwrapped))
    raises(dormouse.DormouseError, "the environment is closed", copied.reset)
    many = gymnasium.make_vec("dormouse/fortnight-v1", num_envs=2, settings=SHORT)
    many.reset(seed=1)
    observations, rewards, _, _, _ = many.step(numpy.array([12, 12]))
    assert observations["apps"].shape[:2] == (2, 12) and rewards.shape == (2,)
    many.close()


def check_first_come():
    """An agent that decides as first-come has its fingerprint, whole and on frozen tasks."""
    for name, task in dormouse.tasks().items():
        run = dormouse.run(
            task.scenario, policy="first-come", seed=task.judging[0], settings=task.settings
        )
        assert run.fingerprint == task.fingerprint, (
            f"{name}: this dormouse simulates something else ({run.fingerprint}); give the task "
            "another version"
        )
        judged = dormouse.judge(
            first_come, name, people=task.judging[:1], reason="waited longest"
        ).iloc[0]
        assert judged["fingerprint"] == task.fingerprint
        assert judged["decisionsRefused"] == 0 and 0 < judged["freshAtOpen"] < 1
    ranked = dormouse.judge(
        by_scores, "fortnight-v1", people=[1], actions="scores", reason="waited longest"
    ).iloc[0]
    assert ranked["fingerprint"] == dormouse.tasks()["fortnight-v1"].fingerprint
    # What was earned over the whole run is what was counted.
    assert ranked["return"] == int(ranked["return"]) > 0


def check_rewards():
    counted = []

    def joules(before, after):
        counted.extend([before["backgroundJoules"], after["backgroundJoules"]])
        return before["backgroundJoules"] - after["backgroundJoules"]

    env = dormouse.make("fortnight-v1", settings=SHORT, reward=joules)
    observation, info = env.reset(options={"person": 5})
    total, is_over = 0, False
    while not is_over:
        observation, reward, _, is_over, info = env.step(first_come(env, observation, info))
        total += reward
    assert counted == sorted(counted), "energy is not given back"
    assert math.isclose(total, counted[0] - counted[-1]) and total < -100, (total, counted[-1])
    raises(dormouse.DormouseError, "call reset() first", lambda: env.step(12))
    env.close()
    raises(
        ValueError, "nothing of this name is counted (opened)",
        lambda: dormouse.make("fortnight-v1", reward={"opened": 1}),
    )


def check_bad_input():
    raises(ValueError, "there are fortnight-v1, ", lambda: dormouse.make("fortnight-v9"))
    raises(ValueError, "give 'choice' or 'scores'", lambda: dormouse.make(actions="rank"))
    raises(ValueError, "none are given", lambda: dormouse.make(seeds=[]))
    raises(
        dormouse.DormouseError, "days", lambda: dormouse.make(settings={"days": "many"})
    )
    env = dormouse.make("fortnight-v1", settings=SHORT)
    raises(dormouse.DormouseError, "call reset() first", lambda: env.step(0))
    observation, info = env.reset(options={"person": 1})
    asleep = int(numpy.flatnonzero(~info["action_mask"])[0])
    _, _, _, _, info = env.step(asleep)
    assert info["refused"], "an app that does not wait"
    _, _, _, _, info = env.step(12)
    assert not info["refused"]
    for action in [-1, 13, 0.5, math.nan]:
        raises(ValueError, "action", lambda: env.step(action))
    is_over, refused = False, 0
    while not is_over:
        is_measured = observation["device"][0] > 7 * 24  # hours
        asleep = numpy.flatnonzero(~info["action_mask"])
        action = asleep[0] if is_measured and refused == 0 and len(asleep) else 12
        observation, _, _, is_over, info = env.step(action)
        refused += info["refused"]
    assert info["report"]["device"]["decisionsRefused"] == refused == 1
    env.reset(options={"person": 1})
    env._process.kill()
    raises(dormouse.DormouseError, "", lambda: [env.step(12) for _ in range(1_000)])
    env.reset()
    env.close()
    env.close()
    raises(dormouse.DormouseError, "the environment is closed", lambda: env.step(0))
    raises(dormouse.DormouseError, "the environment is closed", env.reset)
    scores = dormouse.make("fortnight-v1", actions="scores", settings=SHORT)
    scores.reset()
    for action in [numpy.full(12, math.nan), numpy.zeros(3), math.inf]:
        raises(ValueError, "12 finite scores", lambda: scores.step(action))
    scores.close()


def check_other_commands():
    """A command of another build, one that says nothing, and none."""
    kept = os.environ["DORMOUSE"]
    with tempfile.TemporaryDirectory() as folder:
        fake = pathlib.Path(folder) / "dormouse"
        for text, part in [
            ("echo '{\"protocol\": 99}'", "this package knows version 1 "),
            ("echo 'no such command (agent)' >&2; exit 64", "no such command (agent)"),
            ("exit 3", "status 3"),
        ]:
            fake.write_text(f"#!/bin/sh\n{text}\n")
            fake.chmod(0o755)
            os.environ["DORMOUSE"] = str(fake)
            raises(dormouse.DormouseError, part, dormouse.make)
        os.environ["DORMOUSE"] = str(pathlib.Path(folder) / "none")
        raises(dormouse.DormouseError, "no such command", dormouse.make)
    os.environ["DORMOUSE"] = kept
    without = "import sys; sys.modules['numpy'] = None; import dormouse; dormouse.make()"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True)
    assert done.returncode == 1 and "need numpy and gymnasium" in done.stderr, done.stderr


if __name__ == "__main__":
    check_gymnasium()
    check_first_come()
    check_rewards()
    check_bad_input()
    check_other_commands()
    print("environments: all as the command has it")
