"""What theory gives for the studies that scripts/validate runs, computed here and nowhere else.

Each function names its source. Rates are those of one unit of time, whatever it is.
"""

import math
import random


def root(function, low, high):
    """Returns where a function that has different signs at two places is zero."""
    sign = function(low) < 0
    for _ in range(200):
        middle = (low + high) / 2
        if (function(middle) < 0) == sign:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def spread(total, fetches):
    """Returns the rates of fetches at which one more is worth the same to all; `fetches(worth)`
    gives those of a worth, and falls with it."""
    worth = math.exp(root(lambda log: sum(fetches(math.exp(log))) - total, -40, 40))
    return fetches(worth)


# Freshness: contents that change at random (Poisson) at the rate `change`.

def fresh_evenly(change, fetches):
    """Part of the time for which a copy is fresh that is fetched at even intervals (Cho and
    Garcia-Molina, SIGMOD 2000)."""
    return -math.expm1(-change / fetches) * fetches / change


def age_evenly(change, fetches):
    """Its mean age: how long the oldest change is missing (the same)."""
    r = change / fetches
    return (0.5 - 1 / r - math.expm1(-r) / r**2) / fetches


def fresh_at_random(change, fetches):
    """The same where fetches come at random (Azar et al., PNAS 115(32), 2018)."""
    return fetches / (fetches + change)


def age_at_random(change, fetches):
    return change / (fetches + change) / fetches


def best_evenly(changes, total):
    """The rates with the best mean freshness (Cho and Garcia-Molina)."""
    def fetches(change, worth):
        if worth * change >= 1:
            return 1e-12
        r = root(lambda r: -math.expm1(-r) - r * math.exp(-r) - worth * change, 1e-9, 200)
        return change / r
    return spread(total, lambda worth: [fetches(change, worth) for change in changes])


def youngest_evenly(changes, total):
    """The rates with the least mean age (the same)."""
    def fetches(change, worth):
        return change / root(
            lambda r: r * r / 2 + math.expm1(-r) + r * math.exp(-r) - worth * change**2, 1e-6, 1e6)
    return spread(total, lambda worth: [fetches(change, worth) for change in changes])


def best_at_random(changes, total, weights=None):
    """The rates of random fetches with the best weighted freshness (Azar et al.)."""
    weights = weights or [1] * len(changes)
    return spread(total, lambda worth: [
        max(0, math.sqrt(weight * change / worth) - change)
        for change, weight in zip(changes, weights)])


def missing_at_random(change, fetches):
    """The mean harmonic number of the items that are missing (Kolobov et al., NeurIPS 2019)."""
    return math.log1p(change / fetches)


def lambda_crawl(changes, total):
    """LambdaCrawl's rates without announced changes: the least mean harmonic penalty (the same)."""
    # d/df of log(1 + change / f) is -change / (f (f + change)).
    return spread(total, lambda worth: [
        (math.sqrt(change**2 + 4 * change / worth) - change) / 2 for change in changes])


def fresh_by_signals(change, told, false, fetches):
    """Part of the time that is fresh where a change is told with the probability `told`, `false`
    signals come beside, each leads to a fetch at once, and others come at random: what was not told
    waits for the next fetch of any cause (the model of arXiv 2502.02430)."""
    ends = fetches + false + told * change
    return ends / (ends + (1 - told) * change)


# Queues: times in mean services.

def pollaczek_khinchine(rate, square):
    """Mean wait of M/G/1; `square` is the mean square of a service."""
    return rate * square / 2 / (1 - rate)


def erlang_b(servers, load):
    """The part of the customers that find all servers busy and are lost, whatever the law of
    services."""
    loss = 1.0
    for server in range(1, servers + 1):
        loss = load * loss / (server + load * loss)
    return loss


def erlang_c(servers, load):
    """The part of the customers that wait in M/M/c."""
    loss = erlang_b(servers, load)
    return loss / (1 - load / servers * (1 - loss))


def mmc_wait(servers, load):
    return erlang_c(servers, load) / (servers - load)


def mmc_quantile(servers, load, part):
    """The wait that a part of the customers of M/M/c does not exceed: it is exponential beyond
    zero."""
    return max(0, math.log(erlang_c(servers, load) / (1 - part)) / (servers - load))


def mdc_wait(servers, load, states=120):
    """Mean wait of M/D/c: the number in the system a service later is that of those who had no
    server, and of a Poisson number (Crommelin, 1932)."""
    poisson = [math.exp(-load)]
    for count in range(1, states):
        poisson.append(poisson[-1] * load / count)
    now = poisson[:]
    for _ in range(400):
        left = [sum(now[:servers + 1])] + now[servers + 1:]
        then = [
            sum(left[i] * poisson[n - i] for i in range(min(n + 1, len(left))))
            for n in range(states)]
        change = max(abs(a - b) for a, b in zip(now, then))
        now = then
        if change < 1e-10:
            break
    return sum((n - servers) * p for n, p in enumerate(now) if n > servers) / load


def gm1_wait(rate, transform):
    """Mean wait of GI/M/1, by the root of the transform of the times between arrivals
    (Kleinrock)."""
    sigma = root(lambda s: transform(1 - s) - s, 0, 1 - 1e-6)
    return sigma / (1 - sigma)


def cobham(rates, square):
    """Mean waits of the classes of M/G/1 in order of priority, all with mean service 1 (Cobham,
    1954)."""
    rest, used, waits = sum(rates) * square / 2, 0, []
    for rate in rates:
        waits.append(rest / (1 - used) / (1 - used - rate))
        used += rate
    return waits


def shortest_first(rate):
    """Mean wait of M/M/1 where the shortest service goes first (Phipps, 1956)."""
    steps, end = 20_000, 40.0
    width, total = end / steps, 0
    for step in range(steps):
        x = (step + 0.5) * width
        used = rate * (1 - math.exp(-x) * (1 + x))
        total += math.exp(-x) * rate / (1 - used) ** 2 * width
    return total


def batch_wait(rate, square, size):
    """Mean wait of M/G/1 whose server begins when so many wait, and goes on until none does
    (Heyman, 1968)."""
    return pollaczek_khinchine(rate, square) + (size - 1) / (2 * rate)


# Wake-ups: work comes at random, and all of it begins when the first has waited for `tolerance`.

def together_each(rate, tolerance):
    """Works begun at a wake-up (the renewal theorem)."""
    return 1 + rate * tolerance


def together_wait(rate, tolerance):
    return tolerance * (1 + rate * tolerance / 2) / (1 + rate * tolerance)


# Wake-ups and waits paid for: all that waits begins when it has waited, together, for what a wake-up
# is worth. Costs are those of a work, in seconds of waiting.

def joint_simulated(rate, worth, works=200_000, gaps=None):
    """The rule's works a wake-up, mean wait and cost, and the least cost that was possible: an
    independent simulation, and dynamic programming over the last work of each wake-up."""
    draw = random.Random(1)
    times, now = [], 0.0
    for _ in range(works):
        now += gaps or draw.expovariate(rate)
        times.append(now)
    wakes, waits, first = 0, 0.0, 0
    while first < works:
        last, waited = first, 0.0
        # One more joins if it comes before those that wait are worth a wake-up.
        while last + 1 < works:
            more = (times[last + 1] - times[last]) * (last + 1 - first)
            if waited + more >= worth:
                break
            waited, last = waited + more, last + 1
        wakes, waits, first = wakes + 1, waits + worth, last + 1
    return works / wakes, waits / works, (wakes * worth + waits) / works, least_joint(times, worth)


def least_joint(times, worth):
    """The least cost of a work, where all times are known: each wake-up is at the moment of the last
    work that it serves."""
    least = [0.0]
    for last, now in enumerate(times):
        best, waited, first = math.inf, 0.0, last
        # More than a wake-up is worth is never waited for.
        while first >= 0 and waited <= worth:
            best = min(best, least[first] + worth + waited)
            first -= 1
            if first >= 0:
                waited += now - times[first]
        least.append(best)
    return least[-1] / len(times)


# Age of information: `now` less the publication of what is held.

def age_of_one_charge():
    """Least mean age where a fetch takes a charge, charges come at random at the rate 1, and one is
    kept: 2 W(1 / sqrt 2) (arXiv 1802.04724)."""
    return root(lambda x: x / 2 * math.exp(x / 2) - 1 / math.sqrt(2), 0, 2)


# Of more charges, as published (arXiv 1905.06679); `charge_thresholds` finds the same.
AGE_OF_CHARGES = {2: 0.720, 3: 0.643, 4: 0.602, 8: 0.540}


def charge_thresholds(kept, step=0.01, oldest=6.0):
    """Least mean age where so many charges are kept, and from which age on the policy that has it
    fetches with one charge, two, and so on: value iteration of the semi-Markov decision process, in
    steps of age. `scripts/studies/charged.lua` has these numbers; `scripts/theory.py` prints
    them."""
    steps, comes = round(oldest / step), -math.expm1(-step)
    age, after = 0.7, [0.0] * kept
    for _ in range(300):
        now = [oldest - age + 1 + after[0]] + after
        first = [oldest] * kept
        for place in reversed(range(steps)):
            cost = ((place + 0.5) * step - age) * step
            then = [
                cost + (now[n] if n == kept else (1 - comes) * now[n] + comes * now[n + 1])
                for n in range(kept + 1)]
            for n in range(1, kept + 1):
                if after[n - 1] < then[n]:
                    then[n], first[n - 1] = after[n - 1], place * step
            now = then
        age += 0.6 * now[0]
        change = max(abs(new - old) for new, old in zip(now, after))
        after = [value - now[0] for value in now[:kept]]
        if change < 1e-6:
            break
    return age, first


def lossy_ages(weights, chances):
    """Ages under a draw in each step with probabilities in proportion to sqrt(weight / chance),
    where a fetch succeeds by chance (Kadota et al., IEEE/ACM ToN 26(6), 2018), in steps. Ages are
    those of time that passes, half a step below those of whole steps."""
    roots = [math.sqrt(weight / chance) for weight, chance in zip(weights, chances)]
    return [sum(roots) / own / chance - 0.5 for own, chance in zip(roots, chances)]


def lossy_bound(weights, chances):
    """The mean of weight x age that no policy is below, in whole steps (the same)."""
    roots = sum(math.sqrt(weight / chance) for weight, chance in zip(weights, chances))
    return (roots**2 + sum(weights)) / 2 / len(weights)


def lossy_simulated(weights, chances, rule, steps=400_000):
    """Ages by rules without a closed form, of a simulation in whole steps: the oldest first, or the
    highest of Whittle's indices (the same)."""
    draw, ages, sums = random.Random(1), [1] * len(weights), [0] * len(weights)
    for _ in range(steps):
        values = ages if rule == "oldest" else [
            weight * chance * age * (age + (2 - chance) / chance)
            for weight, chance, age in zip(weights, chances, ages)]
        first = values.index(max(values))
        sums = [total + age for total, age in zip(sums, ages)]
        got = draw.random() < chances[first]
        ages = [1 if got and app == first else age + 1 for app, age in enumerate(ages)]
    return [total / steps - 0.5 for total in sums]


def oldest_first_age(apps, chance):
    """Age where the oldest goes first, all alike: the time between two successes is the sum of a
    geometric number of steps for each app."""
    return apps / chance / 2 + (1 - chance) / chance / 2


# Radios, in joules: those of AT&T's Application Resource Optimizer.

LTE = {
    "promotion": (0.26, 1.21),
    # Lasts, watts, and of each period so long at other watts.
    "tail": [(0.1, 1.2, None), (0.02, 1.06, (0.02, 0.002, 1.68)), (10, 1.06, (0.04, 0.002, 1.68))],
}
THREE_G = {"promotion": (2, 0.65), "tail": [(4, 1.3, None), (10, 0.3, None)]}


def tail_energy(radio, time):
    """Of the first part of a tail that nothing disturbs."""
    total = 0
    for lasts, watts, ping in radio["tail"]:
        span = min(time, lasts)
        if span <= 0:
            break
        total += watts * span
        if ping is not None:
            every, length, pinging = ping
            periods = math.floor(span / every + 1e-9)
            total += (pinging - watts) * (periods * length + min(span - periods * every, length))
        time -= lasts
    return total


def packets_evenly(radio, every, count, again=0):
    """Energy of so many packets at even intervals, the last with its whole tail; `again` is how
    long the promotion from the last phase of the tail takes, whose power it takes the place of."""
    length = sum(phase[0] for phase in radio["tail"])
    time, watts = radio["promotion"]
    between = tail_energy(radio, every)
    into_last = every - (length - radio["tail"][-1][0])
    if every >= length:
        between += time * watts
    elif again and into_last > 0:
        between += again * watts - radio["tail"][-1][1] * min(into_last, again)
    return time * watts + (count - 1) * between + tail_energy(radio, length)


def packet_at_random(radio, rate):
    """Mean energy of a packet of a Poisson stream: the tail until the next one, and a promotion
    where the radio has fallen asleep by then. In 3G the last phase costs a promotion of its own, so
    that this holds for LTE."""
    length = sum(phase[0] for phase in radio["tail"])
    steps = 20_000
    width, total = length / steps, 0
    for step in range(steps):
        time = (step + 0.5) * width
        total += tail_energy(radio, time) * rate * math.exp(-rate * time) * width
    time, watts = radio["promotion"]
    return total + math.exp(-rate * length) * (tail_energy(radio, length) + time * watts)


def dominant_shares(capacity, demands):
    """Tasks of each user under dominant resource fairness: the next task goes to the least dominant
    share, as long as it fits (Ghodsi et al., NSDI 2011)."""
    tasks, left = [0] * len(demands), list(capacity)
    waiting = set(range(len(demands)))
    while waiting:
        user = min(waiting, key=lambda user: (
            max(tasks[user] * need / all_ for need, all_ in zip(demands[user], capacity)), user))
        if any(need > rest + 1e-9 for need, rest in zip(demands[user], left)):
            waiting.remove(user)
            continue
        tasks[user] += 1
        left = [rest - need for need, rest in zip(demands[user], left)]
    return tasks


if __name__ == "__main__":
    for kept in [1, *AGE_OF_CHARGES]:
        least, thresholds = charge_thresholds(kept)
        print(f"{kept} kept: age {least:.3f}, thresholds", *(f"{age:.2f}" for age in thresholds))
