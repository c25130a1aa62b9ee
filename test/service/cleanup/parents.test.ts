import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Line} from './observed-lines.ts';

/** `child < parent` by handle, for every record that belongs to others. */
function families(deletes: readonly string[], lines: readonly Line[]): string[] {
	const endpoints = deletes.map((path, place) => ({endpointId: `ep_${place}`, method: 'DELETE', path, basePath: ''}));
	const records = findRecords({calls: callsOf(lines), endpoints, base: []}).records;
	const names = new Map(records.map(({key, handle}) => [key, handle]));
	return records.flatMap(({handle, parents}) => parents.map(parent => `${handle} < ${names.get(parent)}`));
}

const made = (id: unknown): {status: number; answer: unknown} => ({status: 201, answer: {id}});

describe('a record belongs to another one', () => {
	it.each<[how: string, deletes: string[], lines: Line[], expected: string[]]>([
		[
			'whose short handle stands in the path above it, whatever the word in front',
			['/boards/{id}', '/boards/{boardId}/cards/{id}'],
			[
				['POST /boards', made('b1')],
				['POST /boards/b1/cards', made('c1')],
			],
			['c1 < b1'],
		],
		[
			'below whose composite key it was created',
			['/rules/{type}/{value}', '/rules/{type}/{value}/notes/{id}'],
			[
				['POST /rules', {sent: {type: 'ip', value: 'a'}, answer: {response: {}}}],
				['POST /rules/ip/a/notes', made('n1')],
				['POST /rules/ip/b/notes', made('n2')],
			],
			['n1 < a'],
		],
		[
			'whose composite key its body repeats, part by part',
			['/rules/{type}/{value}', '/alarms/{id}'],
			[
				['POST /rules', {sent: {type: 'ip', value: 'a'}, answer: {response: {}}}],
				['POST /alarms', {...made('x1'), sent: {rule: {type: 'ip', value: 'a'}}}],
				['POST /alarms', {...made('x2'), sent: {rule: {type: 'ip', value: 'b'}}}],
			],
			['x1 < a'],
		],
		[
			'that its body names by a short number, directly, as an object, in a list or as the last word of a name',
			['/tags/{id}', '/notes/{id}'],
			[
				['POST /tags', made(7)],
				['POST /notes', {...made('n1'), sent: {tagId: 7}}],
				['POST /notes', {...made('n2'), sent: {tag: {id: 7}}}],
				['POST /notes', {...made('n3'), sent: {tag_ids: [3, 7]}}],
				['POST /notes', {...made('n4'), sent: {tags: [{id: 7}]}}],
				['POST /notes', {...made('n5'), sent: {main_tag: 7}}],
				['POST /notes', {...made('n6'), sent: {count: 7, user: {id: 7}, stage: 7}}],
			],
			['n1 < 7', 'n2 < 7', 'n3 < 7', 'n4 < 7', 'n5 < 7'],
		],
		[
			'that the query of its creating request names',
			['/boards/{id}', '/cards/{id}'],
			[
				['POST /boards', made(3)],
				['POST /cards?boardId=3', made(9)],
			],
			['9 < 3'],
		],
		[
			'that its body links to',
			['/boards/{id}', '/cards/{id}'],
			[
				['POST /boards', made('b1')],
				['POST /cards', {...made('c1'), sent: {in: '/boards/b1'}}],
				['POST /cards', {...made('c2'), sent: {in: 'http://api.test/boards/b1'}}],
				['POST /cards', {...made('c3'), sent: {in: '/boards/b2'}}],
			],
			['c1 < b1', 'c2 < b1'],
		],
		[
			'that a name in its path makes, such as a PUT of what lies below a PUT',
			['/spaces/{name}', '/spaces/{name}/pages/{page}'],
			[
				['PUT /spaces/a', {status: 201}],
				['PUT /spaces/a/pages/p', {status: 201}],
			],
			['p < a'],
		],
	])('%s', (_how, deletes, lines, expected) => {
		expect(families(deletes, lines)).toEqual(expected);
	});
});
