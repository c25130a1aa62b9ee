import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** A search for something else in the head; what a tab holds is drawn a while after it was pressed. */
const shop = (own: string) =>
	page(
		`<header><input placeholder="Search packages" oninput="told.textContent='packages: '+this.value"></header>
<h1>Lantern</h1><div role="tablist"><button role="tab" onclick="setTimeout(()=>{tab.innerHTML=own.innerHTML},700)">Versions</button></div><section id="tab"></section><p id="told"></p>
<template id="own">${own}</template>`,
		'Lantern',
	);
const own = `<h2>Version history</h2><input placeholder="Filter by ^1.2.3" oninput="told.textContent='versions: '+this.value"><ul><li>1.0.0</li><li>1.1.0</li></ul>`;

it.each(['Narrow the version history down to ^1.1.0', 'Search the version history for ^1.1.0'])(
	'waits for the field of what is searched: %s',
	async step => {
		const {url} = await serveSite({'/': shop(own)});
		const outcome = await bench.run(url, ['Switch to the Versions tab', step, '! "versions: ^1.1.0" is visible']);
		expect(outcome).toMatchObject({status: 'passed', error: null});
	},
);

it('takes a search for something else where there is no other, and says so', async () => {
	const {url} = await serveSite({'/': shop('<h2>Version history</h2><ul><li>1.0.0</li></ul>')});
	const outcome = await bench.run(url, ['Search the version history for ^1.1.0', '! "packages: ^1.1.0" is visible']);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(JSON.stringify(outcome.steps[0])).toContain('nothing to search with is called so');
});
