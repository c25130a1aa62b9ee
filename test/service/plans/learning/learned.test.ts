import {describe, expect, it} from 'vitest';
import {undoChangeSet} from '../../../../contract/routes/change-sets.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning, titlesOf} from './learning-world.ts';
import {notesDocument, silentDocument, startNotes} from './notes-api.ts';

const python = pythonOfFile();

describe('what two runs have shown', () => {
	it('is written into the tests with its run, as one change set, and red when it changes', async () => {
		const notes = await startNotes();
		const {run, learned, codes} = await startLearning(python(), notes.url, silentDocument);
		const before = await codes();
		expect(redOf(await run())).toEqual([]);
		expect(await learned()).toEqual([]);
		expect(await codes()).toEqual(before);
		const second = await run();
		expect(redOf(second)).toEqual([]);
		const sets = await learned();
		expect(sets.map(({status, text}) => [status, text])).toEqual([['applied', `learned from run ${second.batchId}`]]);
		const texts = [...(await codes()).values()].join('\n');
		expect(texts).toMatch(/# Learned from the first runs, the document does not say it\./);
		expect(texts).toContain('status_code == 201');
		expect(redOf(await run())).toEqual([]);
		notes.as.color = null;
		const red = redOf(await run());
		expect(red.length).toBeGreaterThan(0);
		expect(red.join('\n')).toMatch(/color is None/);
	});

	it('never holds a value, a time or a count', async () => {
		const notes = await startNotes();
		const {run, learned, codes} = await startLearning(python(), notes.url, silentDocument);
		await run();
		await run();
		await learned();
		const said = [...(await codes()).values()].flatMap(code =>
			code.split('\n').filter((_, place, lines) => lines[place - 1]?.includes('# Learned from the first runs')),
		);
		expect(said).not.toEqual([]);
		for (const line of said) expect(line).not.toMatch(/There before|n-\d|blue/);
	});

	it('corrects what the document says wrongly, and keeps its finding', async () => {
		const notes = await startNotes({deleted: 204, color: null});
		const {run, learned, codes, findings} = await startLearning(python(), notes.url, notesDocument);
		await run();
		const found = titlesOf(await findings());
		await run();
		const [set] = await learned();
		expect(set?.status).toBe('applied');
		expect([...(await codes()).values()].join('\n')).toMatch(/\b204\b/);
		expect(redOf(await run())).toEqual([]);
		expect(titlesOf(await findings())).toEqual(found);
		notes.as.deleted = 202;
		expect(redOf(await run()).join('\n')).toMatch(/expected 204|instead of 204/);
	});

	it('drops the one case of a table that is refused in another way, and stays exact about the others', async () => {
		const notes = await startNotes({refusedNull: 404});
		const {run, learned, codes, findings} = await startLearning(python(), notes.url, notesDocument);
		const tableOf = async () => (await codes()).get('POST /notes refuses a note with an invalid title or pinned')!;
		expect(await tableOf()).toContain('("title", None, "null")');
		expect(redOf(await run())).toEqual([]);
		expect(titlesOf(await findings())).toEqual(['POST /notes: 400 documented, 404 answered']);
		expect(redOf(await run())).toEqual([]);
		await learned();
		expect(await tableOf()).not.toContain('("title", None, "null")');
		expect(await tableOf()).toContain('status_code != 400');
		expect(redOf(await run())).toEqual([]);
		notes.as.refused = 409;
		expect(redOf(await run()).join('\n')).toContain('expected 400');
	});

	it('is undone as a whole: every test has its bytes again', async () => {
		const notes = await startNotes({deleted: 204, color: null});
		const {http, params, run, learned, codes} = await startLearning(python(), notes.url, notesDocument);
		const before = await codes();
		await run();
		await run();
		const [set] = await learned();
		await http.call(undoChangeSet, {params: {...params, changeSetId: set!.changeSetId}});
		expect(await codes()).toEqual(before);
		expect(redOf(await run())).toEqual([]);
	});

	it('waits beside a test that somebody has edited', async () => {
		const notes = await startNotes();
		const {http, run, learned, codes} = await startLearning(python(), notes.url, silentDocument);
		const name = [...(await codes()).keys()].find(one => one.startsWith('GET /notes/{noteId}'))!;
		const mine = `# mine\n${(await codes()).get(name)}`;
		await http.database.updateTable('tests').set({code: mine}).where('name', '=', name).execute();
		await run();
		await run();
		const sets = await learned();
		expect(sets.map(({status}) => status).sort()).toEqual(['applied', 'ready']);
		expect((await codes()).get(name)).toBe(mine);
	});

	it('is a refusal that the document leaves open, with no finding, and exact from then on', async () => {
		const notes = await startNotes({refused: 406});
		const {run, learned, findings} = await startLearning(python(), notes.url, silentDocument);
		expect(redOf(await run())).toEqual([]);
		expect(redOf(await run())).toEqual([]);
		await learned();
		expect(redOf(await run())).toEqual([]);
		expect(titlesOf(await findings())).toEqual([]);
		notes.as.refused = 400;
		expect(redOf(await run()).join('\n')).toMatch(/expected 406, got 400/);
	});

	it('is dropped with a finding when the second run shows something else', async () => {
		const notes = await startNotes({extra: true});
		const {run, learned, codes, findings} = await startLearning(python(), notes.url, silentDocument);
		await run();
		notes.as.extra = false;
		expect(redOf(await run())).toEqual([]);
		await learned();
		expect([...(await codes()).values()].join('\n')).not.toContain('words');
		const unstable = (await findings()).filter(({kind}) => kind === 'unstable');
		expect(unstable.map(({title}) => title).join('\n')).toContain('words came and went');
	});
});
