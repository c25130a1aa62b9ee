import type {Check, Step} from '../recipe.ts';
import {readAnswer} from './access.ts';
import type {Answer, Draft} from './draft.ts';
import {text, type Say} from './expression.ts';
import {sentRecord} from '../templates/expect-record.ts';
import {handleOf} from './references.ts';

/** A header is there, has a form, or names the record of the step. */
export function writeHeader(
	draft: Draft,
	step: Step,
	answer: Answer,
	check: Extract<Check, {type: 'header'}>,
	say: Say,
): void {
	const {response} = answer;
	if (response === null) return;
	const headers = `${response}.headers`;
	const handle = handleOf(step);
	if (check.namesRecord && handle !== null) {
		const name = check.name.toLowerCase() === 'location' ? 'location' : 'link';
		const value = readAnswer(answer, handle);
		// A name that the caller chose may need escapes in an address.
		const isChosen = sentRecord(step.call.body).fields[handle.slice(handle.lastIndexOf('.') + 1)] !== undefined;
		if (isChosen) draft.imports.add('from urllib.parse import unquote');
		draft.line(`${name} = ${headers}.get(${text(check.name)}, "")`);
		// The whole last segment, `usr_1` stands in `usr_19`; some APIs answer with nothing in front of it.
		const last = isChosen ? `unquote(${name})` : name;
		say(`f"/{${last}}".endswith(f"/{${value.replaceAll('"', "'")}}")`, [
			`${check.name} `,
			{code: name, repr: true},
			' does not name ',
			{code: value},
		]);
		return;
	}
	if (check.matches === null) {
		say(
			`${text(check.name)} in ${headers}`,
			[`expected a header ${check.name}, got `, {code: `sorted(${headers})`}],
			[check.name],
			[{code: `sorted(${headers})`}],
		);
		return;
	}
	draft.imports.add('import re');
	const actual = `${headers}.get(${text(check.name)}, "")`;
	say(
		`re.search(${text(check.matches)}, ${actual})`,
		[`expected ${check.name} like ${check.matches}, got `, {code: actual, repr: true}],
		[check.matches],
		[{code: actual, repr: true}],
	);
}
