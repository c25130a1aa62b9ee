import {beforeAll, describe, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {notesDocument, startNotes} from '../service/plans/learning/notes-api.ts';
import {faultTrial} from './faults/trial.mjs';

beforeAll(buildClient, patienceMs);

describe('the small fault matrix', () => {
	it('finds every regression that is injected into a healthy API', async () => {
		const notes = await startNotes();
		const {rows, tests, green, rejected, unsteady, namedShare} = await faultTrial({
			dist,
			target: notes.url,
			document: notesDocument,
			only: ['status', 'wrong type', 'lost update', 'delete that deletes nothing', 'leaked field'],
			every: 2,
		});
		expect([rejected, unsteady.length, tests - green]).toEqual([0, 0, 0]);
		expect(rows.length).toBeGreaterThanOrEqual(5);
		expect(rows.filter(({found}) => !found)).toEqual([]);
		// What is said of it begins at the operation that is to blame.
		expect(namedShare).toBeGreaterThanOrEqual(0.8);
		// What was there before is still there.
		expect(notes.notes.has('n-0')).toBe(true);
	});
});
