import {readdirSync, readFileSync} from 'node:fs';
import {expect, it, onTestFinished} from 'vitest';
import {manager} from '../../demo/shop/resources/auth.ts';
import {startShop} from '../../demo/shop/start-shop.ts';
import type {PlanFileStep} from '../../contract/plan-file.ts';
import {createPlanBench, planJob} from '../helpers/plan-bench.ts';

const bench = createPlanBench();
const folder = new URL('../../demo/plans/', import.meta.url);
const plans = readdirSync(folder).map(
	name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {name: string; planSteps: PlanFileStep[]},
);
const account = {username: manager.email, password: manager.password};

const release = (url: string, number: unknown) =>
	fetch(`${url}/website`, {
		method: 'PUT',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({release: number}),
	});

it('the plans of the demo pass on the page of the shop, and one is repaired on its next release', async () => {
	const shop = await startShop();
	onTestFinished(() => shop.close());
	const fresh = await Promise.all(
		plans.map(({planSteps}) => bench.start({...planJob(shop.url, []), steps: planSteps, account}).result),
	);
	expect(fresh.map(({status, error}) => [status, error])).toEqual(plans.map(() => ['passed', null]));
	expect((await release(shop.url, 2)).status).toBe(200);
	const again = await Promise.all(
		plans.map(
			({planSteps}, place) =>
				bench.start({...planJob(shop.url, []), steps: planSteps, account, replay: fresh[place]!.script}).result,
		),
	);
	expect(again.map(({status, error}) => [status, error])).toEqual(plans.map(() => ['passed', null]));
	const repairs = again.flatMap(({heals}) => heals.map(({from, to}) => `${from.name} → ${to.name}`));
	expect([...new Set(repairs)]).toEqual(['Add to cart → Add to basket']);
	expect(again.filter(({healedSteps}) => healedSteps > 0)).toHaveLength(1);
});

it('the page is no part of the API, and knows its releases alone', async () => {
	const shop = await startShop();
	onTestFinished(() => shop.close());
	const {paths} = (await (await fetch(`${shop.url}/openapi.json`)).json()) as {paths: object};
	expect(Object.keys(paths)).not.toContain('/');
	expect(Object.keys(paths)).not.toContain('/website');
	expect((await release(shop.url, 3)).status).toBe(400);
	expect(await (await fetch(shop.url)).text()).toContain('Add to cart');
});
