import {describe, expect, it} from 'vitest';
import {type HistoryRow, mergeNews} from '../../../source/stores/history.ts';
import {sampleBatch} from '../../helpers/wire-samples.ts';

const row = (id: string, status = 'passed'): HistoryRow => ({
	kind: 'batch',
	id,
	batch: {...sampleBatch([]), batchId: id, status},
});
const ids = (rows: readonly HistoryRow[]) => rows.map(({id}) => id).join(' ');

describe('news of a history', () => {
	it('stand before what was known, and what is older can still be read', () => {
		const known = {rows: [row('b'), row('a')], next: 'older'};
		const merged = mergeNews(known, {rows: [row('c'), row('b')], next: 'a'});
		expect(ids(merged.rows)).toBe('c b a');
		expect(merged.next).toBe('older');
	});

	it('change nothing when nothing changed: the same rows, the same object', () => {
		const known = {rows: [row('b'), row('a')], next: 'older'};
		expect(mergeNews(known, {rows: [row('b')], next: 'a'})).toBe(known);
	});

	it('replace the rows that changed alone', () => {
		const known = {rows: [row('b', 'running'), row('a')], next: null};
		const merged = mergeNews(known, {rows: [row('b'), row('a')], next: null});
		expect(merged.rows[0]).not.toBe(known.rows[0]);
		expect(merged.rows[1]).toBe(known.rows[1]);
	});

	it('take the place of everything when there is a gap, so that no row is hidden for good', () => {
		const merged = mergeNews({rows: [row('a')], next: null}, {rows: [row('z'), row('y')], next: 'x'});
		expect(ids(merged.rows)).toBe('z y');
		expect(merged.next).toBe('x');
	});

	it('drop what was deleted, when all of it was read', () => {
		const merged = mergeNews({rows: [row('b'), row('a')], next: null}, {rows: [row('b')], next: null});
		expect(ids(merged.rows)).toBe('b');
	});
});
