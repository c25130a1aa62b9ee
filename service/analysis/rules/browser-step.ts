import {excerpt, durationText} from '../excerpt.ts';
import {data, environment} from '../fix-target.ts';
import type {BrowserRule} from './rule.ts';

const cases = new Set(['not_read', 'needs_value', 'ambiguous', 'no_variable']);

/** "Blocked steps": the step's own remedy. */
export const browserUnread: BrowserRule = ({step, failure}) => {
	if (!cases.has(failure.case)) return null;
	return {
		cause: `Step ${step.index} was not carried out: ${excerpt(step.error ?? failure.case, 300)}`,
		fix: data(
			`planSteps[${step.index - 1}]`,
			failure.case === 'no_variable'
				? 'Capture it in a step before, or store it in an environment: svc project env update <project-id> <environment> --var <name>=<value>'
				: 'Write the step so that it can mean one thing only; svc test lint --plan-from <plan-file> --explain shows how it is read.',
		),
		call: null,
	};
};

/** "Assertion operands": expected and actual with the first difference marked, and where it was read. */
export const browserOperands: BrowserRule = ({step, failure, earlier, browser}) => {
	if (failure.case !== 'assertion' || failure.expected === null || failure.actual === null) return null;
	const {expected, actual} = failure;
	const where = failure.target ? ` of the ${failure.target}` : '';
	const before = earlier?.status === 'passed' ? '; in the last passing run it was as expected' : '';
	return {
		cause: `Expected ${quoted(expected)}${where}, got ${quoted(actual)}${differenceOf(expected, actual)}${before}.`,
		fix:
			browser.lastPassed === null
				? data(
						`planSteps[${step.index - 1}]`,
						'Compare the step with the page: the plan may expect what was never there.',
					)
				: {kind: 'code', reference: failure.url, rationale: 'The page shows something else than before.'},
		call: null,
	};
};

const quoted = (text: string) => `"${excerpt(text, 80)}"`;

/** ` (differs from character 4: "x" for "y")`; nothing where the texts have no beginning in common. */
function differenceOf(expected: string, actual: string): string {
	const [one, other] = [[...expected], [...actual]];
	const at = one.findIndex((character, place) => character !== other[place]);
	const first = at === -1 ? one.length : at;
	if (first < 3) return '';
	const piece = (characters: string[]) => characters.slice(first, first + 12).join('') || 'its end';
	return ` (differs from character ${first + 1}: "${piece(other)}" for "${piece(one)}")`;
}

const moreMs = 2000;
const times = 3;

/**
 * "Slow": the step against the last passing run (> 3 × and > 2 s), with the request it waited for. What is claimed is waited for
 * until the time is over, however fast the site is: without such a request that says nothing.
 */
export const browserSlow: BrowserRule = ({step, failure, earlier}) => {
	const [now, before] = [step.durationMs, earlier?.durationMs ?? null];
	if (now === null || before === null || now <= before * times || now - before <= moreMs) return null;
	const longest = step.requests.toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0))[0];
	const isSlow = longest?.ms && longest.ms > moreMs;
	if (failure.case === 'assertion' && !isSlow) return null;
	const waited = isSlow ? `; ${longest.method} ${longest.url} took ${durationText(longest.ms!)}` : '';
	return {
		cause: `Step ${step.index} took ${durationText(now)}, in the last passing run ${durationText(before)}${waited}.`,
		fix: environment(null, 'The site or the machine is slower than it was.'),
		call: null,
	};
};
