import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {Assert, Body, Value} from '../recipe.ts';
import {hard} from './asserts.ts';
import {sentRecord} from './expect-record.ts';
import {firstOf, withField} from './with-fields.ts';

/** Media types whose PATCH is merged into what is there, also inside of it: JSON:API and JSON Merge Patch. */
const merges = /\b(?:vnd\.api|merge-patch)\+json\b/i;
const mostKept = 3;

/** One part of an object that a record holds, changed alone: what is sent, and the parts that have to stay. */
export type InnerChange = {name: string; body: Body; kept: string[]};

/** `{attributes: {title}}` of `{attributes: {title, body}}`; null: such a change is not merged, or there is nothing to lose. */
export function innerChange(body: Body, name: string, made: Body | null): InnerChange | null {
	const value = sentRecord(body).fields[name];
	const before = sentRecord(made).fields[name];
	const first = firstOf(value);
	if (!merges.test('contentType' in body ? body.contentType : '') || first === undefined || first === value)
		return null;
	if (first.is !== 'object' || before?.is !== 'object') return null;
	const kept = Object.keys(before.fields).filter(one => !(one in first.fields) && isPlain(before.fields[one]!));
	const inner = withField(body, name, first);
	return inner === null || kept.length === 0 ? null : {name, body: inner, kept: kept.slice(0, mostKept)};
}

const isPlain = ({is}: Value): boolean => is === 'literal' || is === 'unique';

/** The parts that were not sent are as they were in an earlier answer. */
export function keptInside(
	{schemas}: ApiModel,
	operation: PlanOperation,
	{name, kept}: InnerChange,
	earlier: {operation: PlanOperation; step: string},
): Assert[] {
	const [now, before] = [formOf(schemas, operation), formOf(schemas, earlier.operation)];
	if (now.form !== 'record' || before.form !== 'record') return [];
	const shown = [now, before].map(({view}) => schemas.view(view.properties.get(name)).properties);
	return kept
		.filter(part => shown.every(properties => properties.has(part)))
		.map(part => {
			const [pointer, other] = [now, before].map(form => below(below(form.pointer, name), part));
			return hard(
				`kept:${pointer}`,
				`more changed than {case}: ${part} was {expected} and is {actual}`,
				{type: 'sameAs', pointer: pointer!, step: earlier.step, other: other!, except: []},
				'what is not sent keeps its value',
			);
		});
}
