import {withArticle} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import {always, decided, hard, succeeds} from './asserts.ts';
import {summaryOf} from './operation-words.ts';
import type {PlanContext} from './context.ts';
import {handleCapture, handleValue} from './own-record.ts';
import type {RowTemplate} from './row-draft.ts';

const pending = ['pending', 'queued', 'running', 'processing'];
const everyMs = 500;
const atMostMs = 30_000;

/** What is accepted is done within half a minute, and can then be read. */
export const asynchronous: RowTemplate = {
	id: 'async',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, canMake, unsafe} = context;
		if (operation.method !== 'POST' || !operation.statuses.includes(202) || unsafe(operation) !== null) return null;
		const kind = api.kindMadeBy(operation);
		if (!kind?.reader || kind.handle === null || kind.deleter === null || !canMake(kind)) return null;
		const status = statusOf(kind.reader, context);
		if (status === null) return null;
		const {reader} = kind;
		draft.safety = 'own_records';
		const call = draft.request(operation, {body: 'all'});
		const made = draft.step({
			id: 'start',
			title: summaryOf(operation),
			role: 'act',
			call,
			asserts: [
				decided('status', 'expected {expected}, got {actual}', {type: 'status', oneOf: [202]}, 'responses.202'),
				...always(api, operation),
			],
			captures: [handleCapture(kind, false)],
		});
		const handle = handleValue(kind, made);
		if (handle === null) return null;
		const own = {step: made, handle, kind, path: draft.pathOf(kind, handle, call)};
		const poll = draft.step({
			id: 'poll',
			title: `wait for the ${kind.noun}`,
			role: 'poll',
			call: draft.requestOn(reader, own),
			asserts: [
				succeeds(reader),
				hard(
					'done',
					'still {actual} after half a minute',
					{
						type: 'shape',
						pointer: status,
						schema: {not: {enum: pending}},
						closed: false,
					},
					'what was accepted is done in the end',
				),
				hard(
					'not-failed',
					'it came to nothing: {actual}',
					{
						type: 'shape',
						pointer: status,
						schema: {not: {enum: ['failed', 'error']}},
						closed: false,
					},
					'what was accepted is done in the end',
				),
			],
		});
		poll.repeat = {untilAssert: 'done', everyMs, atMostMs};
		return {
			title: `finishes ${withArticle(kind.noun)} that was accepted`,
			description: `Starts it and looks every ${everyMs / 1000} s, for at most ${atMostMs / 1000} s, until it is not ${pending.join(', ')} any more.`,
		};
	},
};

/** Where a reader says how far it is; null: nowhere. */
function statusOf(reader: PlanOperation, {api}: PlanContext): string | null {
	const form = formOf(api.schemas, reader);
	if (form.form !== 'record') return null;
	const name = ['status', 'state', 'phase', 'progressStatus'].find(one => {
		const view = api.schemas.view(form.view.properties.get(one));
		return view.types.has('string');
	});
	return name === undefined ? null : below(form.pointer, name);
}
