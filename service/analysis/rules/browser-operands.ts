import {excerpt} from '../excerpt.ts';
import {data} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

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
