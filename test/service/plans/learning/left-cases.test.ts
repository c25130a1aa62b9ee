import {describe, expect, it} from 'vitest';
import {acceptFinding, failFinding, reopenFinding} from '../../../../contract/routes/findings.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning, titlesOf} from './learning-world.ts';
import {type Manners, notesDocument, startNotes} from './notes-api.ts';

const python = pythonOfFile();

async function withLeftCases(manners: Partial<Manners>) {
	const notes = await startNotes(manners);
	const world = await startLearning(python(), notes.url, notesDocument);
	expect(redOf(await world.run())).toEqual([]);
	const first = titlesOf(await world.findings());
	await world.run();
	await world.learned();
	const [finding] = await world.findings();
	const at = {params: {...world.params, findingId: finding!.findingId}};
	return {notes, first, at, ...world};
}

const acceptsCases = {takesAnyPinned: true} as const;
const refusesOtherwise = {refusedNull: 404} as const;

describe.each([
	['accepted', acceptsCases, {takesAnyPinned: false}],
	['refused otherwise', refusesOtherwise, {refusedNull: null}],
] as const)('a case that was %s and has left its table', (_, manners, kept) => {
	it('is still a finding, whatever runs follow', async () => {
		const {first, run, findings, learned, codes} = await withLeftCases(manners);
		expect(first.length).toBeGreaterThan(0);
		const before = await codes();
		for (let count = 0; count < 2; count++) {
			expect(redOf(await run())).toEqual([]);
			await learned();
			expect(titlesOf(await findings())).toEqual(first);
		}
		expect(await codes()).toEqual(before);
	});

	it('comes back when the document is right, and is red until the API keeps it', async () => {
		const {notes, at, http, run} = await withLeftCases(manners);
		await run();
		const {body: failing} = await http.call(failFinding, at);
		expect(failing.changeSetId).toMatch(/^chg_/);
		expect(redOf(await run()).length).toBeGreaterThan(0);
		Object.assign(notes.as, kept);
		expect(redOf(await run())).toEqual([]);
	});

	it('changes nothing where it is accepted afterwards, and leaves the table again after a wrong decision', async () => {
		const {first, at, http, run, codes, findings} = await withLeftCases(manners);
		await run();
		const before = await codes();
		expect((await http.call(acceptFinding, at)).body.state).toBe('accepted');
		expect(await codes()).toEqual(before);
		await http.call(failFinding, at);
		expect(await codes()).not.toEqual(before);
		await http.call(reopenFinding, at);
		expect(await codes()).toEqual(before);
		expect(redOf(await run())).toEqual([]);
		expect(titlesOf(await findings())).toEqual(first);
	});
});

describe('a table of which every case was accepted', () => {
	it('stays green and is the same finding in every later run, accepted or not', async () => {
		const {first, at, http, run, findings, learned} = await withLeftCases({refusesTitles: false});
		for (let count = 0; count < 2; count++) {
			expect(redOf(await run())).toEqual([]);
			await learned();
			expect(titlesOf(await findings())).toEqual(first);
		}
		await http.call(acceptFinding, at);
		expect(redOf(await run())).toEqual([]);
		expect([...titlesOf(await findings()), ...titlesOf(await findings(), 'accepted')].sort()).toEqual(first);
	});

	it('is red as a whole when the document is right, until the API keeps it', async () => {
		const {notes, at, http, run, findings, learned} = await withLeftCases({refusesTitles: false});
		for (const {findingId} of await findings()) await http.call(failFinding, {params: {...at.params, findingId}});
		const red = redOf(await run()).join('\n');
		expect(red).toMatch(/expected 400/);
		notes.as.refusesTitles = true;
		expect(redOf(await run())).toEqual([]);
		await learned();
		expect([...new Set((await findings()).map(({state}) => state))]).toEqual(['gone']);
	});
});

it('every difference of one expectation is still a finding when it is learned', async () => {
	const {first, run, learned, findings} = await withLeftCases({color: null, forgetsPinned: true});
	expect(first.join()).toContain('$.color is null');
	expect(first.join()).toContain('pinned is missing');
	await run();
	await learned();
	expect(titlesOf(await findings())).toEqual(first);
});
