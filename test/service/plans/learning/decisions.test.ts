import {describe, expect, it} from 'vitest';
import {acceptFinding, failFinding, reopenFinding} from '../../../../contract/routes/findings.ts';
import {getChangeSet} from '../../../../contract/routes/change-sets.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning, titlesOf} from './learning-world.ts';
import {notesDocument, startNotes} from './notes-api.ts';

const python = pythonOfFile();

async function withFinding(manners: Parameters<typeof startNotes>[0] = {deleted: 204}) {
	const notes = await startNotes(manners);
	const world = await startLearning(python(), notes.url, notesDocument);
	expect(redOf(await world.run())).toEqual([]);
	const [finding] = await world.findings();
	const at = {params: {...world.params, findingId: finding!.findingId}};
	return {notes, at, ...world};
}

describe('a decision about a finding', () => {
	it('accepted: the tests expect what was observed, at once and by one change set', async () => {
		const {notes, at, http, params, run, codes, findings} = await withFinding();
		const {body: accepted} = await http.call(acceptFinding, at);
		expect(accepted).toMatchObject({state: 'accepted', changeSetId: expect.stringMatching(/^chg_/)});
		const {body: set} = await http.call(getChangeSet, {
			params: {...params, changeSetId: accepted.changeSetId!},
			query: {},
		});
		expect(set).toMatchObject({source: 'finding', status: 'applied'});
		expect(set.changes.length).toBeGreaterThan(0);
		expect([...(await codes()).values()].join('\n')).toMatch(/# Wanted: DELETE .*204 answered\./);
		expect(redOf(await run())).toEqual([]);
		expect(titlesOf(await findings(), 'accepted').length).toBe(1);
		notes.as.deleted = 202;
		expect(redOf(await run()).join('\n')).toContain('204');
	});

	it('reopened: every test has its bytes again, and is green', async () => {
		const {at, http, run, codes} = await withFinding();
		const before = await codes();
		await http.call(acceptFinding, at);
		expect(await codes()).not.toEqual(before);
		const {body: open} = await http.call(reopenFinding, at);
		expect(open).toMatchObject({state: 'open', changeSetId: null});
		expect(await codes()).toEqual(before);
		expect(redOf(await run())).toEqual([]);
	});

	it('failing: what was learned is taken back, and the rows are red until the API keeps its document', async () => {
		const {notes, at, http, run, learned} = await withFinding();
		await run();
		await learned();
		expect(redOf(await run())).toEqual([]);
		const {body: failing} = await http.call(failFinding, at);
		expect(failing).toMatchObject({state: 'failing', changeSetId: expect.stringMatching(/^chg_/)});
		expect(redOf(await run()).length).toBeGreaterThan(0);
		notes.as.deleted = 200;
		expect(redOf(await run())).toEqual([]);
	});

	it('no decision makes a server error right', async () => {
		const notes = await startNotes({unknown: 500});
		const {http, params, run, findings} = await startLearning(python(), notes.url, notesDocument);
		await run();
		const error = (await findings()).find(({kind}) => kind === 'server_error')!;
		const refused = await http.fail(acceptFinding, {params: {...params, findingId: error.findingId}});
		expect(refused.body.details?.['reason']).toBe('finding_not_acceptable');
	});
});
