import type {TestId} from '../../../contract/ids.ts';
import {expectationsOf} from '../expectations.ts';
import type {Subject} from './subject.ts';

/** Why a test did not pass and where to look first, as the rules that explain failures see it. */
export type Explanation = {why: string | null; fix: string | null};

const most = 5;

/** The answer to a question; it changes nothing. */
export async function answerTo(
	question: 'checks' | 'why' | 'fix',
	subjects: readonly Subject[],
	explain: (testId: TestId) => Promise<Explanation | null>,
): Promise<string> {
	const shown = subjects.slice(0, most);
	const parts = await Promise.all(
		shown.map(async subject => {
			const said = question === 'checks' ? checks(subject) : await reason(subject, question, explain);
			return subjects.length === 1 ? said : `${subject.title}: ${said}`;
		}),
	);
	const more = subjects.length - shown.length;
	return [...parts, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n');
}

function checks({title, description, recipe}: Subject): string {
	if (!recipe) return `${title}. A person has written it: read its code for what it checks.`;
	const why = recipe.why === '' ? '' : `\n${recipe.why}`;
	return `${title}${/[.!?]$/.test(title) ? '' : '.'}${description === '' ? '' : ` ${description}`}${why}\n${expectationsOf(recipe)}`;
}

async function reason(
	{testId, status}: Subject,
	question: 'why' | 'fix',
	explain: (testId: TestId) => Promise<Explanation | null>,
): Promise<string> {
	const found = testId === null ? null : await explain(testId);
	if (!found) return status === null ? 'There is no test of it yet.' : 'None of its runs has failed or was blocked.';
	if (question === 'why') return found.why ?? 'No rule says why; look at its calls and its output.';
	return found.fix ?? found.why ?? 'No rule says what to change; look at its calls and its output.';
}
