import {wordsOf} from '../../inference/word-form.ts';
import {type fileDefaults, fileSizes} from '../code/files.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {Assert, Body, Value} from '../recipe.ts';
import {learned} from './asserts.ts';

type Part = Extract<Body, {parts: unknown}>['parts'][number];

/** What an answer calls what was sent of a file, and of which type of JSON that is. */
const said: ReadonlyArray<{
	is(words: string): boolean;
	type: 'string' | 'integer';
	as: 'exact' | 'number';
	value(part: Part, generator: keyof typeof fileDefaults): Value | null;
}> = [
	{
		is: words => /^(?:original )?(?:file )?name$|^original file$/.test(words),
		type: 'string',
		as: 'exact',
		value: ({fileName}) => (fileName === null ? null : {is: 'unique', shape: fileName}),
	},
	{
		is: words =>
			/^(?:file )?size(?: bytes| in bytes)?$|^(?:content |file )?length$|^(?:n )?bytes$|^byte (?:size|count)$/.test(
				words,
			),
		type: 'integer',
		as: 'number',
		value: (_, generator) => ({is: 'literal', value: fileSizes[generator]}),
	},
	{
		is: words => /^(?:mime|content|media|file)(?: type)?$|^mimetype$/.test(words),
		type: 'string',
		as: 'exact',
		value: ({contentType}) => (contentType === null ? null : {is: 'literal', value: contentType}),
	},
];

/**
 * That the answer to an upload, or the read after it, tells of the file that was sent: its name, its size and its media type,
 * where the record has such fields. An API may keep a file under another name: the first run shows.
 */
export function fileEchoes({schemas}: ApiModel, operation: PlanOperation, body: Body | null): Assert[] {
	const form = formOf(schemas, operation);
	const part = body !== null && 'parts' in body ? body.parts.find(({value}) => value.is === 'file') : undefined;
	if (form.form !== 'record' || part?.value.is !== 'file') return [];
	const {generator} = part.value;
	const sent = new Set(body !== null && 'parts' in body ? body.parts.map(({name}) => name) : []);
	return [...form.view.properties].flatMap(([name, schema]) => {
		const {types} = schemas.view(schema);
		const one = said.find(({is, type}) => is(wordsOf(name).join(' ')) && types.has(type));
		const value = sent.has(name) ? null : (one?.value(part, generator) ?? null);
		if (!one || value === null) return [];
		const pointer = below(form.pointer, name);
		return [
			learned(
				`file:${pointer}`,
				`${name}: sent {expected}, got back {actual}`,
				{type: 'equals', pointer, value, as: one.as},
				'what is told of a file is what was sent',
			),
		];
	});
}
