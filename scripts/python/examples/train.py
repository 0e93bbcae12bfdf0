"""Trains an agent of Stable-Baselines3 on a task's training people, and puts it beside the policies.

    pip install 'scripts/python[agents]' sb3-contrib
    python scripts/python/examples/train.py fortnight-v1 300000

prints the table of docs/agents.md. The agent is PPO with masks of what may be chosen (Schulman et
al. 2017; Huang and Ontañón 2022), with the library's own network and settings, but for a discount
that looks further ahead, since a fetch is worth something only when the app is opened.
"""

import sys

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import SubprocVecEnv, VecNormalize

import dormouse


def trained(name, steps):
    """Returns an agent as `dormouse.judge` takes it."""
    environments = VecNormalize(
        SubprocVecEnv([lambda: dormouse.make(name) for _ in range(4)]), gamma=0.995
    )
    model = MaskablePPO("MultiInputPolicy", environments, gamma=0.995, ent_coef=0.01, seed=1)
    model.learn(steps)
    environments.training = False

    def agent(env, observation, info):
        seen = environments.normalize_obs({key: row[None] for key, row in observation.items()})
        choice, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
        return choice[0]

    return agent


if __name__ == "__main__":
    task = sys.argv[1] if len(sys.argv) > 1 else "fortnight-v1"
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 300_000
    torch.set_num_threads(1)
    table = dormouse.regret({"trained": trained(task, steps)}, task)
    for column in table.columns[1:]:
        table[column] *= 1 if "joules" in column else 100
    print(table.to_string(index=False, float_format=lambda value: f"{value:.1f}"))
