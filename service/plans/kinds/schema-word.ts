import {singular, wordsOf} from '../../inference/word-form.ts';
import type {SchemaView} from '../model/schema.ts';

/** Words of the names of schemas that say how much of a record is shown, and not what it is. */
const forms = new Set(
	[
		...['object', 'simplified', 'simple', 'full', 'base', 'basic', 'public', 'private', 'minimal', 'summary', 'detail'],
		...[
			'details',
			'detailed',
			'response',
			'dto',
			'model',
			'resource',
			'schema',
			'read',
			'out',
			'view',
			'item',
			'short',
		],
		...['list', 'nullable', 'extended', 'entity', 'data', 'result', 'output', 'info', 'saved'],
	].map(singular),
);

/** What a record is by the name of its schema: `SimplifiedTrackObject`, `Simple Track` → `track`; empty: it says nothing. */
export function schemaWord({name, words}: SchemaView): string {
	const said = name ?? words['title'];
	if (typeof said !== 'string' || said.length > 60) return '';
	return wordsOf(said)
		.map(singular)
		.filter(word => !forms.has(word))
		.join('');
}
