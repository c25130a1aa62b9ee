import {describe, expect, it} from 'vitest';
import type {Heal} from '../../../../contract/heal.ts';
import {samples} from '../../../../contract/samples/index.ts';
import {svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../../helpers/strict-service.ts';

const healOf = (healId: string, fields: Partial<Heal> = {}): Heal => ({
	...samples.listHeals({}).items[0]!,
	healId,
	testId: 't1',
	...fields,
});
const page = (...items: Heal[]) => ({items, nextToken: null});

describe('svc test heal', () => {
	it('lists repairs as old and new', async () => {
		const {env} = await startStrictService([{request: 'GET /tests/t1/heals?pageSize=100', answer: page(healOf('h1'))}]);
		const {exitCode, stdout} = await svc(['test', 'heal', 'list', 't1'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toContain('button "Add" → button "Add task"');
	});

	it('accepts every open repair, the oldest first, and tells the version of the code', async () => {
		const {env, received} = await startStrictService([
			{request: 'GET /tests/t1/heals?pageSize=100&status=proposed', answer: page(healOf('h2'), healOf('h1'))},
			{
				request: 'POST /tests/t1/heals/h1/accept',
				answer: {...healOf('h1', {status: 'accepted'}), codeVersion: 'v2'},
			},
			{
				request: 'POST /tests/t1/heals/h2/accept',
				answer: {...healOf('h2', {status: 'accepted'}), codeVersion: 'v3'},
			},
		]);
		const {exitCode, stdout} = await svc(['test', 'heal', 'accept', 't1', '--all'], {env});
		expect({exitCode, calls: received.length}).toEqual({exitCode: 0, calls: 3});
		expect(stdout.split('\n').slice(0, 2)).toEqual([
			'h1  accepted  step 3: button "Add" → button "Add task" (0.93), code v2',
			'h2  accepted  step 3: button "Add" → button "Add task" (0.93), code v3',
		]);
	});

	it('refuses by name, and ends with a conflict where somebody has decided, with what was decided before it', async () => {
		const {env} = await startStrictService([
			{request: 'POST /tests/t1/heals/h1/refuse', answer: healOf('h1', {status: 'refused'})},
			{
				request: 'POST /tests/t1/heals/h2/refuse',
				answer: errorAnswer('CONFLICT', {reason: 'heal_decided'}),
				status: 409,
			},
		]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'test', 'heal', 'refuse', 't1', 'h1', 'h2'], {env});
		expect(exitCode).toBe(6);
		expect(JSON.parse(stdout)).toMatchObject({testId: 't1', results: [{healId: 'h1', status: 'refused'}]});
	});

	it('tells the id of the test that was given by its name', async () => {
		const {env} = await startStrictService([
			{request: 'POST /tests/checkout/heals/h1/refuse', answer: healOf('h1', {status: 'refused'})},
		]);
		const {stdout} = await svc(['--output', 'json', 'test', 'heal', 'refuse', 'checkout', 'h1'], {env});
		expect(JSON.parse(stdout)).toMatchObject({testId: 't1'});
	});

	it('wants repairs or --all, and not both', async () => {
		const {env} = await startStrictService([]);
		expect((await svc(['test', 'heal', 'accept', 't1'], {env})).exitCode).toBe(5);
		expect((await svc(['test', 'heal', 'accept', 't1', 'h1', '--all'], {env})).exitCode).toBe(5);
	});
});
