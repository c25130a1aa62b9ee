import {expect, test} from 'vitest';
import type {CleanupRows} from '../../../service/store/cleanup/read-cleanup.ts';
import {cleanupView} from '../../../service/cleanup/cleanup-view.ts';
import {markedDeletes} from '../../../service/cleanup/marked-deletes.ts';

const endpoint = (method: string, path: string, summary: string | null = null) => ({method, path, summary});

test.each([
	['POST', '/students/{id}/restore'],
	['PUT', '/students/{id}/undelete'],
	['POST', '/students/{id}/restore/'],
])('a DELETE that %s %s takes back only marks the record', (method, path) => {
	const marked = markedDeletes([endpoint('DELETE', '/students/{id}', 'Delete a student'), endpoint(method, path)]);
	expect(marked.get('/students/{id}')).toContain(`marked deleted, still stored: ${method} ${path} brings it back`);
});

test.each(['Soft-delete a course', 'Soft deletes it', 'Move a file to the trash', 'Marks the user as deleted'])(
	'"%s" is no DELETE for good',
	summary => {
		expect([...markedDeletes([endpoint('DELETE', '/courses/{id}', summary)]).keys()]).toEqual(['/courses/{id}']);
	},
);

test('nothing is said where another record is brought back, or something below it', () => {
	const endpoints = [
		endpoint('DELETE', '/students/{id}', 'Delete a student'),
		endpoint('POST', '/backups/{id}/restore'),
		endpoint('POST', '/students/{id}/notes/{noteId}/restore'),
		endpoint('POST', '/students/{id}/archive'),
	];
	expect(markedDeletes(endpoints).size).toBe(0);
});

test('cleanup counts what the API keeps among the deleted records, and says so of each', () => {
	const record = (id: string, outcome: string, path: string | null) => ({
		id,
		outcome,
		delete_path: path,
		delete_url: null,
		known_url: null,
		delete_with: null,
		parents: '[]',
		variable: null,
		family: '/students',
		test_id: 'tst_1',
		test_title: '',
		run_id: 'run_1',
		handle: id,
		source_method: 'POST',
		source_path: '/students',
		cleanup_test_id: null,
		reason: null,
		proof: null,
		considered: null,
		note: null,
		origin_batch_id: null,
		rev: 1,
	});
	const rows = {
		batch: {id: 'bat_1', version: 1, cleanup_state: 'done', phase: 'done', sweep: 'auto'},
		writing: [
			{...endpoint('DELETE', '/students/{id}', 'Soft-delete a student'), response_shape: null},
			{...endpoint('POST', '/vendors'), response_shape: '{"body":{"properties":{"deleted_at":{"type":"string"}}}}'},
		],
		resources: [
			record('res_1', 'auto', '/students/{id}'),
			record('res_2', 'test', '/students/{id}'),
			record('res_3', 'auto', '/rooms/{id}'),
			record('res_4', 'orphaned', '/students/{id}'),
			{...record('res_5', 'auto', '/vendors/{id}'), source_path: '/vendors'},
		],
		tests: [],
		planned: [],
		calls: [],
		deleteCalls: 3,
	} as unknown as CleanupRows;
	const {totals, cleanedUp, orphaned} = cleanupView(rows, {since: 0});
	expect(totals).toEqual({deleteCalls: 3, deletedRecords: 4, markedRecords: 3});
	expect(cleanedUp.map(({note}) => note?.split(':')[0] ?? null)).toEqual([
		'marked deleted, still stored',
		'marked deleted, still stored',
		null,
		'marked deleted, still stored',
	]);
	expect(orphaned[0]!.note).toBeNull();
});
