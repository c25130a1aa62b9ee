import {answerOf} from './access.ts';
import type {Draft} from './draft.ts';
import type {Template} from './expression.ts';

/**
 * Of recipes that generator 3 has stored; newer ones show the same call as it is accepted.
 *
 * An answer that says no more than that of another step leaves the test open: it is blocked. Words with a digit or a / in them
 * (ids, addresses with the tag of the run, moments) are no difference.
 */
export function writeUnlike(
	draft: Draft,
	response: string | null,
	step: string,
	say: (condition: string, message: Template) => void,
): void {
	const other = answerOf(draft, step).response;
	if (response === null || other === null) return;
	draft.imports.add('import re');
	draft.constants.set('NAMES', [
		...(draft.detail.dense
			? []
			: ['# What may differ in two answers that say the same: words with a digit or a / in them.']),
		'NAMES = re.compile(r"[\\w.:/%-]*[\\d/][\\w.:/%-]*")',
	]);
	const said = (one: string) => `(${one}.status_code, NAMES.sub("", ${one}.text))`;
	say(`${said(response)} != ${said(other)}`, [
		'setup: answered like an address that is not there: ',
		{code: `${response}.text[:200]`},
	]);
}
