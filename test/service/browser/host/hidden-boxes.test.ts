import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const body = page(
	`<style>label { cursor: pointer } .switch input { opacity: 0; width: 0; height: 0 } .switch span { display: inline-block; width: 40px; height: 20px; background: #ccc }</style>
	<h1>Settings</h1>
	<div><input type="checkbox" id="wifi" hidden><label for="wifi">Wi-Fi</label></div>
	<p>Bluetooth <label class="switch"><input type="checkbox" aria-label="Bluetooth"><span></span></label></p>
	<div><input type="checkbox" id="vpn" hidden checked disabled><label for="vpn">VPN</label></div>
	<div><label><input type="radio" name="theme" style="display:none" checked>Light</label> <label><input type="radio" name="theme" style="display:none">Dark</label></div>
	<div><label><input type="radio" name="size" checked>Small</label> <label><input type="radio" name="size">Large</label></div>
	<div><label for="city">City</label><input id="city" hidden></div>
	<output id="said"></output>
	<script>onchange = () => { said.textContent = [...document.querySelectorAll('[type=checkbox], [type=radio]')].map(one => one.checked ? 'on' : 'off').join(' ') }</script>`,
);

it.each([
	[['Turn on Wi-Fi', '! Wi-Fi is checked', '! The page shows "on off on on off on off"'], 'passed'],
	[['Turn on Wi-Fi', 'Turn off Wi-Fi', '! Wi-Fi is off', '! The page shows "off off on on off on off"'], 'passed'],
	[['Turn on Bluetooth', '! Bluetooth is on', '! The page shows "off on on on off on off"'], 'passed'],
	[
		['Select Dark', '! Dark is selected', '! Light is not selected', '! The page shows "off off on off on on off"'],
		'passed',
	],
	[['! VPN is checked', '! The VPN checkbox is disabled'], 'passed'],
	[['! Wi-Fi is checked'], 'failed'],
	[['! Dark is selected'], 'failed'],
	[['! VPN is unchecked'], 'failed'],
	// What is around the box in a label that takes the pointer is not the box.
	[
		['Select Large', '! Large is selected', '! Small is not selected', '! The page shows "off off on on off off on"'],
		'passed',
	],
	[['! Large is selected'], 'failed'],
	// A label of a field that is hidden is no box.
	[['Check City'], 'failed'],
])('a box that is not to be seen is its label: %j', async (steps, verdict) => {
	const {url} = await serveSite({'/': body});
	const outcome = await bench.run(
		url,
		['Open the home page', ...steps],
		verdict === 'failed' ? {stepTimeoutMs: 2500} : {},
	);
	expect(outcome.status, outcome.error ?? '').toBe(verdict);
});
