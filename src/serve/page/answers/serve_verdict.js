// What a result of `check` comes to, in a few words and a colour.

const kRaces = {
  racy: ["racy", "racy"], "race-free": ["free", "race-free"], undecided: ["undecided", "undecided"], vacuous: ["undecided", "vacuous"],
  "not-defined": ["plain", "defines no races"], "not-asked": ["plain", "not asked"],
};

/** [class, word] of the races. */
export function racesOf(result) {
  if (result.raceStatus !== "racy" && result.undefined) return ["undefined", "undefined"];
  return kRaces[result.raceStatus] || ["plain", result.raceStatus];
}

/** Any outcome is possible: what consistent executions do is no promise. */
export const promisesNothing = (result) => result.raceStatus === "racy" || result.undefined;

/** [class, word] of the condition: how often it holds, and what that is worth; a star where nothing is promised. */
export function conditionOf(result) {
  const { observation, answer } = result.condition;
  const open = observation === "Undecided" || observation === "Vacuous";
  const word = open ? observation.toLowerCase() : observation;
  if (promisesNothing(result)) return ["undefined", `${word} *`];
  if (open || answer === "undecided") return ["undecided", open ? word : `${word} so far`];
  return ["plain", word];
}

export const isOpen = (result) => result.standing !== "answered";

/** One badge for all models that were asked. */
export function badgeOf(results) {
  if (results.length === 0) return null;
  const racy = results.filter((r) => r.raceStatus === "racy").length;
  const asked = results.filter((r) => r.raceStatus !== "not-defined").length;
  if (racy > 0) return ["racy", racy === asked ? "racy" : `racy ${racy}/${asked}`];
  if (results.some((r) => r.undefined)) return ["undefined", "undefined"];
  if (results.some(isOpen)) return ["undecided", "open"];
  return asked > 0 ? ["free", "race-free"] : ["plain", results[0].condition.observation];
}

export const stateText = (state) => Object.entries(state).map(([name, value]) => `${name}=${value}`).join("  ");
/** As --outcome reads it. */
export const stateWord = (state) => Object.entries(state).map(([name, value]) => `${name}=${value}`).join(" ");
export const placeText = (i) => `${i.name}${i.line ? ` (line ${i.line})` : ""}: ${i.text}`;
