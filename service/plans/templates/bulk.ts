import {plural} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import {below} from '../model/pointer.ts';
import type {Value, Values} from '../recipe.ts';
import {always, hard, succeeds} from './asserts.ts';
import {bulkField} from './unsafe-reason.ts';
import {equalityOf} from './expect-record.ts';
import {gone} from './gone.ts';
import type {RowTemplate} from './row-draft.ts';

/** Several own records at once: each of them is read back. */
export const bulk: RowTemplate = {
	id: 'bulk',
	category: 'functional',
	priority: 'p2',
	fill(draft, operation, {api, canMake, unsafe}) {
		const field = bulkField(api, operation);
		const {body} = operation.endpoint;
		const kind = api.kinds.find(one => one.collection === operation.shape && one.reader !== null && canMake(one));
		if (field === null || !body || !kind?.reader || unsafe(operation) !== null || operation.method === 'POST')
			return null;
		const {reader} = kind;
		const own = ['', 'other'].map((variant, place) =>
			draft.ownRecord(kind, {
				id: place === 0 ? 'create' : 'create_other',
				variant,
				data: '',
				title: `make ${kind.noun} ${place + 1} of 2`,
			}),
		);
		const [first, second] = own;
		if (!first || !second) return null;
		const keys: Value = {is: 'array', items: [first.handle, second.handle]};
		const changes =
			operation.method === 'DELETE' ? null : changeOf(draft, operation, kind.creator!, first.step.call.body);
		if (operation.method !== 'DELETE' && changes === null) return null;
		const fields: Values = {[field]: keys, ...(changes ? {[changes.at]: {is: 'object', fields: changes.fields}} : {})};
		draft.step({
			id: 'act',
			title: `${changes ? 'change' : 'delete'} both at once`,
			role: 'act',
			call: draft.request(operation, {body: {is: 'object', fields}}),
			asserts: [succeeds(operation), ...always(api, operation)],
		});
		const form = formOf(api.schemas, reader);
		for (const [place, record] of [first, second].entries())
			draft.step({
				id: `read_${place + 1}`,
				title: `read ${kind.noun} ${place + 1}`,
				role: 'verify',
				call: draft.requestOn(reader, record),
				asserts: changes
					? [
							succeeds(reader),
							...(form.form === 'record'
								? Object.entries(changes.fields).map(([name, value]) => {
										const pointer = below(form.pointer, name);
										const as = equalityOf(name, api.schemas.view(form.view.properties.get(name)), value) ?? 'exact';
										const message = `${name}: sent {expected}, got back {actual}`;
										return hard(
											`stored:${pointer}`,
											message,
											{type: 'equals', pointer, value, as},
											'what was sent is stored',
										);
									})
								: []),
						]
					: gone(api, kind, reader),
			});
		return {
			title: `${changes ? 'changes' : 'deletes'} several ${plural(kind.noun)} at once`,
			description: `Makes two ${plural(kind.noun)} and names both in ${field}.`,
		};
	},
};

import type {PlanOperation} from '../model/operation.ts';
import type {Body} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';

/** One field of the record and where the body holds the changes; null: nothing says where. */
function changeOf(draft: RecipeDraft, operation: PlanOperation, creator: PlanOperation, sent: Body | null) {
	const {schemas} = draft.context.api;
	const {properties} = schemas.view(operation.endpoint.body?.schema);
	const at = ['data', 'changes', 'set', 'values', 'patch'].find(name =>
		schemas.view(properties.get(name)).types.has('object'),
	);
	if (at === undefined) return null;
	const other = sentRecord(draft.request(creator, {variant: 'changed'}).body).fields;
	const before = sentRecord(sent).fields;
	const view = schemas.view(properties.get(at));
	const name = Object.keys(other).find(
		key =>
			(other[key]!.is === 'literal' || other[key]!.is === 'unique') &&
			(view.properties.size === 0 || view.properties.has(key)) &&
			JSON.stringify(other[key]) !== JSON.stringify(before[key]),
	);
	return name === undefined ? null : {at, fields: {[name]: other[name]!}};
}
