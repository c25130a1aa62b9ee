import {withArticle} from '../kinds/names.ts';
import type {Kind} from '../kinds/kind.ts';
import type {PlanOperation} from '../model/operation.ts';
import {isParameter} from '../model/operation.ts';
import type {Body, Value} from '../recipe.ts';
import {always, documentedShape, hard, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {fileEchoes} from './file-echoes.ts';
import {handleCapture, handleValue} from './own-record.ts';
import type {RowTemplate} from './row-draft.ts';

type File = Extract<Value, {is: 'file'}>;

/** A generated file is taken, and its download has the same bytes. */
export const upload: RowTemplate = {
	id: 'upload',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, canMake, unsafe} = context;
		if (operation.method !== 'POST' || unsafe(operation) !== null) return null;
		const kind = api.kindMadeBy(operation);
		if (!kind || kind.handle === null || kind.deleter === null || !canMake(kind)) return null;
		const call = draft.request(operation, {body: 'all'});
		const file = fileIn(call.body);
		if (file === null) return null;
		draft.safety = 'own_records';
		const made = draft.step({
			id: 'upload',
			title: `send ${file.generator === 'png' ? 'a picture' : 'a file'}`,
			role: 'act',
			call,
			asserts: [
				succeeds(operation),
				...always(api, operation),
				...documentedShape(api, operation, 1),
				...fileEchoes(api, operation, call.body),
			],
			captures: [handleCapture(kind, false)],
		});
		const handle = handleValue(kind, made);
		const download = downloadOf(kind, context);
		if (handle === null) return null;
		const own = {step: made, handle, kind, path: draft.pathOf(kind, handle, call)};
		if (download)
			draft.step({
				id: 'download',
				title: 'get it back',
				role: 'verify',
				call: draft.requestOn(download, own),
				asserts: [
					succeeds(download),
					hard('bytes', 'other bytes came back: {actual}', {type: 'content', value: file}, 'what was sent comes back'),
				],
			});
		return {
			title: `takes a file${download ? ' and gives it back' : ''}`,
			description: `Sends ${withArticle(file.generator)} file that was made for it${download ? ' and compares the bytes of its download' : ''}.`,
		};
	},
};

function fileIn(body: Body | null): File | null {
	if (body === null || 'raw' in body) return null;
	const values = 'parts' in body ? body.parts.map(({value}) => value) : [body.value];
	return values.find((value): value is File => value.is === 'file') ?? null;
}

/** The operation that answers with the file itself: the reader, or a GET below it that says so. */
function downloadOf(kind: Kind, {api}: PlanContext): PlanOperation | null {
	const isFile = ({success}: PlanOperation) =>
		success !== null && success.contentType !== null && !/json|xml|html|^text\/plain/i.test(success.contentType);
	if (kind.reader && isFile(kind.reader)) return kind.reader;
	const front = `${kind.collection}/{}/`;
	return (
		api.operations.find(
			one =>
				one.method === 'GET' &&
				one.shape.startsWith(front) &&
				!one.shape.slice(front.length).includes('/') &&
				!isParameter(one.segments.at(-1)!) &&
				(isFile(one) || /^(?:content|contents|download|file|raw|data|bytes)$/i.test(one.segments.at(-1)!)),
		) ?? null
	);
}
