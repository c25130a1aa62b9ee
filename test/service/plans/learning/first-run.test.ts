import {describe, expect, it} from 'vitest';
import type {Endpoint} from '../../../../contract/endpoint.ts';
import {listEndpoints, updateEndpoint} from '../../../../contract/routes/endpoints.ts';
import {failFinding} from '../../../../contract/routes/findings.ts';
import {getRun, triggerRun} from '../../../../contract/routes/runs.ts';
import {createTest} from '../../../../contract/routes/tests.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning, titlesOf} from './learning-world.ts';
import {notesDocument, startNotes} from './notes-api.ts';

const python = pythonOfFile();

const wrong = {deleted: 204, unknown: 403, color: null} as const;

describe('the first run', () => {
	it('is green without findings where the API keeps its document', async () => {
		const notes = await startNotes();
		const {run, findings} = await startLearning(python(), notes.url, notesDocument);
		expect(redOf(await run())).toEqual([]);
		expect(await findings()).toEqual([]);
		expect([...notes.notes.keys()]).toEqual(['n-0']);
	});

	it('confirms the endpoints that answered, except where somebody has said otherwise', async () => {
		const notes = await startNotes();
		const {http, params, run} = await startLearning(python(), notes.url, notesDocument);
		const endpoints = async () => (await http.call(listEndpoints, {params})).body.items;
		const open = (await endpoints()).filter(({method, confirmed}) => method === 'GET' && !confirmed);
		expect(open.length).toBeGreaterThan(1);
		const [first] = open as [Endpoint];
		const own = {...params, endpointId: first.endpointId};
		await http.call(updateEndpoint, {params: own, body: {confirmed: false}});
		await run();
		const unconfirmed = (await endpoints()).filter(({confirmed}) => !confirmed);
		expect(unconfirmed.map(({endpointId}) => endpointId)).toEqual([first.endpointId]);
	});

	it('of a test that somebody has written confirms the endpoints that answered it, and no others', async () => {
		const notes = await startNotes();
		const {http, params} = await startLearning(python(), notes.url, notesDocument);
		const open = async () =>
			(await http.call(listEndpoints, {params})).body.items
				.filter(({method, confirmed}) => method === 'GET' && !confirmed)
				.map(({path}) => path);
		const before = await open();
		expect(before).toEqual(expect.arrayContaining(['/notes', '/notes/{noteId}']));
		const code = [
			'import requests',
			'assert requests.get(f"{BASE_URL}/notes", timeout=30).status_code == 200',
			'assert requests.get(f"{BASE_URL}/notes/nobody", timeout=30).status_code == 404',
		].join('\n');
		const test = {...params, type: 'backend' as const, name: 'lists notes', code: `${code}\n`};
		const {body: made} = await http.call(createTest, {body: test});
		const {body: started} = await http.call(triggerRun, {params: {testId: made.testId}, body: {}});
		await http.call(getRun, {params: {runId: started.runId}, query: {waitSeconds: 20, until: 'batch'}});
		expect(await open()).toEqual(before.filter(path => path !== '/notes'));
	});

	it('is green with findings where the document is wrong, and later runs as well', async () => {
		const notes = await startNotes(wrong);
		const {run, findings} = await startLearning(python(), notes.url, notesDocument);
		expect(redOf(await run())).toEqual([]);
		const first = titlesOf(await findings());
		expect(first.some(title => /^DELETE \/notes.*200 documented, 204 answered/.test(title))).toBe(true);
		expect(first.filter(title => title.includes('404 documented, 403 answered')).length).toBeGreaterThan(0);
		expect(first.filter(title => title.includes('$.color is null')).length).toBeGreaterThan(0);
		expect(redOf(await run())).toEqual([]);
		expect(redOf(await run())).toEqual([]);
		expect(titlesOf(await findings())).toEqual(first);
	});

	it('names the calls that show a finding', async () => {
		const notes = await startNotes(wrong);
		const {run, findings} = await startLearning(python(), notes.url, notesDocument);
		await run();
		for (const {evidence} of await findings()) {
			expect(evidence.length).toBeGreaterThan(0);
			for (const {callId, runId} of evidence) expect([callId, runId]).toEqual([expect.any(String), expect.any(String)]);
		}
	});

	it('drops what it learned as a finding when the API comes to keep its document', async () => {
		const notes = await startNotes({deleted: 204});
		const {run, findings} = await startLearning(python(), notes.url, notesDocument);
		await run();
		expect(titlesOf(await findings())).toEqual(['DELETE /notes/{noteId}: 200 documented, 204 answered']);
		notes.as.deleted = 200;
		await run();
		expect(titlesOf(await findings(), 'gone')).toEqual(['DELETE /notes/{noteId}: 200 documented, 204 answered']);
	});
});

describe('after the first run', () => {
	it('what the document promises and the API has kept is red when it is not kept', async () => {
		const notes = await startNotes(wrong);
		const {run} = await startLearning(python(), notes.url, notesDocument);
		await run();
		notes.as.created = 200;
		const red = redOf(await run());
		expect(red.some(line => line.includes('expected 201 Created, got 200'))).toBe(true);
	});

	it('a finding in which the document is right turns its rows red until the API keeps it', async () => {
		const notes = await startNotes({deleted: 204});
		const {http, params, run, findings} = await startLearning(python(), notes.url, notesDocument);
		expect(redOf(await run())).toEqual([]);
		const [finding] = await findings();
		await http.call(failFinding, {params: {...params, findingId: finding!.findingId}});
		const red = redOf(await run());
		expect(red.length).toBeGreaterThan(0);
		expect(red.join('\n')).toContain('204');
		notes.as.deleted = 200;
		expect(redOf(await run())).toEqual([]);
	});
});

describe('what no first run makes right', () => {
	it('a server error stays red, and is a finding', async () => {
		const notes = await startNotes({unknown: 500});
		const {run, findings} = await startLearning(python(), notes.url, notesDocument);
		expect(redOf(await run()).length).toBeGreaterThan(0);
		expect(redOf(await run()).length).toBeGreaterThan(0);
		expect(titlesOf(await findings()).filter(title => title.includes('answers 500')).length).toBeGreaterThan(0);
	});
});
