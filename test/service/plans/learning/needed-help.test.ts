import {expect, it} from 'vitest';
import type {Batch} from '../../../../contract/batch.ts';
import {listEndpoints, updateEndpoint} from '../../../../contract/routes/endpoints.ts';
import {helpFor} from '../../../../service/plans/learning/needed-help.ts';
import type {RefusedRequest} from '../../../../service/plans/learning/refused-request.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from './learning-world.ts';
import {startTickets, ticketsDocument} from '../settle/tickets-api.ts';

const python = pythonOfFile();

const helped = ({members}: Batch) => members.filter(({failureKind}) => failureKind === 'input_refused');

it('a happy path that stays refused needs help until an example is given, and is a regression from then on', async () => {
	let isClosed = false;
	const api = await startTickets(sent =>
		isClosed || ('urgency' in sent && !('title' in sent && String(sent.title).startsWith('Leak')))
			? {status: 422, error: 'only leaks are urgent'}
			: null,
	);
	const {http, params, run, findings} = await startLearning(python(), api.url, ticketsDocument);

	const first = await run();
	const command = `svc endpoint edit "POST /tickets" --sample-body '<body>' --project ${params.projectId}`;
	expect(helped(first).map(({name}) => name)).toContain('POST /tickets creates a ticket that can be read back');
	for (const {status, neededHelp} of helped(first))
		expect([status, neededHelp]).toEqual([
			'failed',
			{
				endpoint: 'POST /tickets',
				said: '422 "only leaks are urgent"',
				command,
				settle: `svc plan settle --project ${params.projectId}`,
			},
		]);
	// What a test makes for itself is refused, too: it waits, and is no failure of its own.
	expect(first.members.filter(({status}) => status === 'blocked').length).toBeGreaterThan(1);
	expect((await findings()).filter(({kind}) => kind === 'input_refused')).toMatchObject([
		{title: expect.stringContaining('POST /tickets'), help: command},
	]);

	const {body: endpoints} = await http.call(listEndpoints, {params, query: {q: 'POST /tickets'}});
	const {body: changed} = await http.call(updateEndpoint, {
		params: {...params, endpointId: endpoints.items[0]!.endpointId},
		body: {sampleRequestBody: {title: 'Leak', urgency: 9}},
	});
	expect(changed.changeSet).toMatchObject({status: 'applied', errorMessage: null});
	expect(changed.changeSet!.changed).toBeGreaterThan(1);
	expect(redOf(await run())).toEqual([]);
	expect(api.tickets.size).toBe(0);

	isClosed = true;
	const broken = await run();
	expect(helped(broken)).toEqual([]);
	expect(broken.members.some(({failureKind}) => failureKind === 'assertion')).toBe(true);
});

it('what the credential may not do needs one that may', async () => {
	const api = await startTickets(() => ({status: 403, error: 'only for leads'}));
	const {params, run} = await startLearning(python(), api.url, ticketsDocument);
	const command = `svc project credential ${params.projectId} --type <auth-type> --credential-file <credential-file>`;
	const first = await run();
	expect(helped(first).map(({status, neededHelp}) => [status, neededHelp])).toContainEqual([
		'failed',
		{endpoint: 'POST /tickets', said: '403 "only for leads"', command},
	]);
});

it.each([
	[415, `svc endpoint edit "POST /rooms/{id}/photos" --sample-body '<body>' --project prj_1`],
	[409, `svc endpoint cut "POST /rooms/{id}/photos" query:<field> --value '<value>' --project prj_1`],
])('a request without a body that is refused with %i', (status, command) => {
	const operation = {method: 'POST', path: '/rooms/{id}/photos'} as const;
	const call = {operation, path: {}, query: {}, headers: {}, body: null, auth: 'project'};
	const refused = {operation, status, words: 'Send multipart/form-data', step: {call}} as unknown as RefusedRequest;
	expect(helpFor(refused, 'prj_1').command).toBe(command);
});
