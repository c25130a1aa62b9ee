import {describe, expect, it} from 'vitest';
import {acceptHeal, listHeals, refuseHeal} from '../../contract/routes/heals.ts';
import {getTestCode} from '../../contract/routes/tests.ts';
import {startRepaired} from '../helpers/repaired-plan.ts';

describe('the routes of repairs', () => {
	it('propose one repair however many reruns need it, and each of these is charged', async () => {
		const {rerun, list, charges} = await startRepaired();
		expect(await rerun()).toMatchObject({status: 'passed', healedSteps: [1], creditsCharged: 0.7});
		expect(await rerun()).toMatchObject({status: 'passed', healedSteps: [1], creditsCharged: 0.7});
		expect(await list()).toMatchObject([
			{status: 'proposed', stepIndex: 1, from: {name: 'Add'}, to: {name: 'Add task'}, decidedAt: null},
		]);
		expect(JSON.stringify(await list())).not.toContain('fingerprint');
		expect(await charges()).toEqual([-0.2, -0.2]);
	});

	it('write an accepted repair into the script once: the next rerun needs none and is charged for none', async () => {
		const {http, params, rerun, list, decide, charges} = await startRepaired();
		await rerun();
		const [{healId} = {healId: ''}] = await list('proposed');
		const before = (await http.call(getTestCode, {params})).body.codeVersion;
		const {status, body} = await decide(acceptHeal, healId);
		expect({status, body}).toMatchObject({status: 200, body: {healId, status: 'accepted'}});
		const {codeVersion} = (await http.call(getTestCode, {params})).body;
		expect(codeVersion).not.toBe(before);
		expect(body).toMatchObject({codeVersion});
		for (const route of [acceptHeal, refuseHeal])
			expect(await http.fail(route, {params: {...params, healId}})).toMatchObject({
				status: 409,
				body: {details: {reason: 'heal_decided', status: 'accepted'}},
			});
		expect(await rerun()).toMatchObject({status: 'passed', healedSteps: []});
		expect(await charges()).toEqual([-0.2]);
		expect(await list('proposed')).toEqual([]);
	});

	it('make a refused repair a veto of every later run', async () => {
		const {frontend, rerun, list, decide} = await startRepaired();
		await rerun();
		const [{healId} = {healId: ''}] = await list('proposed');
		expect(await decide(refuseHeal, healId)).toMatchObject({status: 200, body: {status: 'refused'}});
		await rerun();
		expect(frontend.jobs.at(-1)?.refusedHeals).toMatchObject([{stepIndex: 1, to: {value: 'Add task'}}]);
	});

	it('know neither the repairs of another test nor unknown ones', async () => {
		const {http, params, rerun, list} = await startRepaired();
		await rerun();
		const [{healId} = {healId: ''}] = await list();
		const other = 'tst_0123456789abcdefghjkmnpqrs';
		const unknown = 'hea_0123456789abcdefghjkmnpqrs';
		for (const wrong of [
			{...params, healId: unknown},
			{testId: other, healId},
		])
			expect(await http.fail(acceptHeal, {params: wrong})).toMatchObject({status: 404});
		expect(await http.fail(listHeals, {params: {testId: other}})).toMatchObject({status: 404});
		expect(await list('proposed')).toHaveLength(1);
	});

	it('see no repair where the caller has turned them off', async () => {
		const {frontend, rerun, list, charges} = await startRepaired();
		expect(await rerun(false)).toMatchObject({creditsCharged: 0.5});
		expect(frontend.jobs.at(-1)?.autoHeal).toBe(false);
		expect(await list()).toEqual([]);
		expect(await charges()).toEqual([]);
	});
});
