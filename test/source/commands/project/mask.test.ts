import {describe, expect, it} from 'vitest';
import {cleanupSamples} from '../../../../contract/samples/cleanup.ts';
import {svc} from '../../../helpers/memory-system.ts';
import {startStrictService} from '../../../helpers/strict-service.ts';

const settings = (maskedFields: {add: string[]; remove: string[]}) => ({
	...cleanupSamples.getCleanupSettings({}),
	maskedFields,
});
const path = '/projects/p1/cleanup-settings';

describe('project mask', () => {
	it('shows the names, and changes nothing without a flag', async () => {
		const {env} = await startStrictService([
			{request: `GET ${path}`, answer: settings({add: ['iban'], remove: ['pin']})},
		]);
		const {exitCode, stdout} = await svc(['project', 'mask', 'p1'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toMatch(/^projectId: .+\nmasked: password, .*, iban\nadded: iban\nnotMasked: pin\n$/);
		expect(stdout).not.toMatch(/masked: .*\bpin\b.*\nadded/);
	});

	it('adds and takes away names besides those that are known', async () => {
		const body = {maskedFields: {add: ['iban', 'taxNumber'], remove: ['pin']}};
		const {env} = await startStrictService([
			{request: `GET ${path}`, answer: settings({add: ['iban'], remove: []})},
			{request: `PATCH ${path}`, body, answer: settings(body.maskedFields)},
		]);
		const flags = ['--add', 'taxNumber', '--remove', 'pin', '--output', 'json'];
		const {exitCode, stdout} = await svc(['project', 'mask', 'p1', ...flags], {env});
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject(body.maskedFields);
	});

	it.each(['', '  ', '--', 'x'.repeat(101)])('refuses %j as a name', async name => {
		expect((await svc(['project', 'mask', 'p1', `--add=${name}`], {env: {}})).exitCode).toBe(5);
	});
});
