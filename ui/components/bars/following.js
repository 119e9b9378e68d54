// What the Explorer shows for an overview, made as ui/explore/words.py and ui/explore/charts.py make it in Python.
import { armName } from "../shared/names.js"
import { asHtml, filled, said } from "../shared/sentences.js"

const MOST_NAMED = 4 // this many good answers are named, at most

// words: ui/explore/sentences.json.  given: the values that no drag changes, method and all_bounds.  sentences: which ones.
export function shownOf(words, given, sentences, state, overview) {
  const values = { ...words.constants, ...given, ...valuesOf(state, overview) }
  return {
    picture: pictureOf(words, values, overview),
    shares: [...overview.private.allocation],
    sentences: Object.fromEntries(sentences.map((name) => [name, asHtml(said(words.sentences, name, values))])),
  }
}

// The sentence about an impossible instance.
export const problemOf = (words, [name, values]) => said({ ...words.sentences, ...words.problems }, name, values)

function valuesOf({ means, names, epsilon, risk, indifference }, { kl, tv, private: found, curve, boundaries, bounds, good }) {
  const best = found.best_arm
  const name = (arm) => armName(names, arm)
  const factor = found.time / kl.time
  const arms = means.length
  return {
    ...boundaries,
    epsilon,
    risk,
    kl: kl.time,
    tv: tv.time,
    time: found.time,
    lower: found.lower,
    upper: found.upper,
    free: bounds.non_private,
    first_private: bounds.first_private,
    improved_private: bounds.improved_private,
    private: bounds.tightest_private,
    factor,
    raise: factor - 1,
    indifference,
    is_asymptotic: good.length > 1,
    all_good: good.length === arms,
    good: eitherOf(good.map(name)),
    best: name(best),
    best_name: names[best] ?? "",
    best_mean: means[best],
    private_share: curve.allocations[best],
    free_share: curve.allocations[curve.allocations.length - arms + best],
  }
}

// Which arms are good answers, in words, as in ui/arms/names.py.
const eitherOf = (named) => {
  const [others, last] = [named.slice(0, -1), named.at(-1)]
  if (others.length === 0) return last
  if (others.length === 1) return `either ${others[0]} or ${last}`
  return others.length < MOST_NAMED ? `any of ${others.join(", ")} and ${last}` : `any of ${named.length} good arms`
}

function pictureOf({ constants, sentences, boundaries: notes }, values, { kl, tv, curve, boundaries, bounds }) {
  const scale = bounds.non_private / kl.time
  const marks = Object.entries(notes)
    .filter(([name, { main }]) => (values.all_bounds || main) && !Number.isNaN(boundaries[name])) // no flag if it is not known
    .map(([name, { flag, holds, meaning, formula, source }]) => ({
      epsilon: boundaries[name],
      flag: `${flag} ${holds} ${said(sentences, `${name}_place`, values)}`,
      before: holds === "up to",
      tip: [filled(meaning, constants), filled(formula, constants), source].join("<br>"),
    }))
  const others = { price: tv.time * scale, bends: { first: boundaries.first, improved: boundaries.improved } }
  return {
    epsilons: [...curve.epsilons],
    samples: Array.from(curve.times, (time) => time * scale),
    free: bounds.non_private,
    is_asymptotic: values.is_asymptotic,
    others: values.all_bounds ? others : null,
    regimes: { price_dominated: boundaries.price_dominated, almost_free: boundaries.almost_free },
    marks: marks.sort((one, other) => one.epsilon - other.epsilon),
    here: { epsilon: values.epsilon, samples: bounds.tightest_private },
    achieved: null,
  }
}
