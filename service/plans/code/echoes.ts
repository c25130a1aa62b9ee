import type {Assert, Check, Step, Value} from '../recipe.ts';
import {readAnswer} from './access.ts';
import {type Answer, type Draft, keyOf} from './draft.ts';
import {type Template, text} from './expression.ts';
import {readPointer} from './pointer.ts';
import {fieldsSent} from './sent-fields.ts';
import {loopName} from './shape.ts';
import {writeAssert} from './statement.ts';

type Change = {own: Assert[]; source: Step; before: Answer; other: string};

/** What was changed has its new value, and all else its old one: said as one when it is about the same fields. */
export function changeGroup(draft: Draft, step: Step, answer: Answer, asserts: readonly Assert[]): Change | null {
	const same = asserts.find(({check}) => check.type === 'sameAs' && check.except.length > 0);
	if (same?.check.type !== 'sameAs' || step.role !== 'verify') return null;
	const {except, other} = same.check;
	const source = draft.recipe.steps.filter(({id}) => draft.answers.get(id)?.sent).at(-1);
	const fields = source ? fieldsSent(source) : null;
	const before = draft.answers.get(same.check.step);
	if (!source || !fields || !before || source.id === same.check.step) return null;
	const names = Object.keys(fields);
	if (names.length !== except.length || !names.every(name => except.includes(name))) return null;
	const equal = asserts.filter(({check, provenance}) => {
		if (check.type !== 'equals' || !['exact', 'trimmed', 'number'].includes(check.as) || provenance.from === 'user')
			return false;
		const segments = readPointer(check.pointer);
		const field = String(segments.at(-1));
		return (
			segments.length === answer.root.length + 1 &&
			fields[field] !== undefined &&
			keyOf(fields[field]) === keyOf(check.value)
		);
	});
	return equal.length === names.length ? {own: [...equal, same], source, before, other} : null;
}

export function writeChange(draft: Draft, answer: Answer, {source, before, other}: Change, prefix: Template): void {
	const earlier = readAnswer(before, other);
	draft.line(`expected = {**${earlier}, **${draft.answers.get(source.id)!.sent}}`);
	writeAssert(draft, `expected.items() <= ${answer.body}.items()`, [
		...prefix,
		'expected ',
		{code: 'expected'},
		', got ',
		{code: answer.body},
	]);
}

type Echoes = {group: Assert[]; source: Step};

/** Checks that fields came back as they were sent and that one loop can say together: of what was sent last. */
export function echoGroup(draft: Draft, step: Step, answer: Answer, asserts: readonly Assert[]): Echoes {
	const earlier = draft.recipe.steps.filter(({id}) => draft.answers.get(id)?.sent).reverse();
	const sources = fieldsSent(step) !== null && answer.sent !== null ? [step] : earlier;
	for (const source of sources) {
		const fields = fieldsSent(source) ?? {};
		const group = asserts.filter(({check, provenance}) => {
			if (
				check.type !== 'equals' ||
				!['exact', 'trimmed', 'number'].includes(check.as) ||
				!['rule', 'document'].includes(provenance.from)
			)
				return false;
			const segments = readPointer(check.pointer);
			const field = segments.at(-1);
			const isTop = segments.length === answer.root.length + 1 && typeof field === 'string';
			return (
				isTop && fields[field] !== undefined && isScalar(check.value) && keyOf(fields[field]) === keyOf(check.value)
			);
		});
		if (group.length >= 2) return {group, source};
	}
	return {group: [], source: step};
}

const isScalar = (value: Value): boolean =>
	value.is !== 'object' &&
	(value.is !== 'literal' || typeof value.value !== 'object' || value.value === null || Array.isArray(value.value));

export function writeEchoes(
	draft: Draft,
	source: Step,
	answer: Answer,
	group: readonly Assert[],
	prefix: Template,
): void {
	const sent = draft.answers.get(source.id)!.sent!;
	const names = group.map(({check}) => String(readPointer((check as Extract<Check, {type: 'equals'}>).pointer).at(-1)));
	const all = Object.keys(fieldsSent(source)!);
	const isAll = names.length === all.length;
	const key = loopName(prefix);
	const head = isAll ? `for ${key}, value in ${sent}.items():` : `for ${key} in (${names.map(text).join(', ')}):`;
	const value = isAll ? 'value' : `${sent}[${key}]`;
	const message: Template = [
		'sent ',
		{code: key},
		' ',
		{code: value, repr: true},
		', got back ',
		{code: `${answer.body}[${key}]`, repr: true},
	];
	draft.block(head, () => writeAssert(draft, `${answer.body}[${key}] == ${value}`, [...prefix, ...message]));
}
