import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** A dialog that says nowhere that it is one, before its layer, which darkens the page by its opacity; another one is hidden. */
const sync =
	page(`<style>.modal{position:fixed;inset:0;display:none;z-index:20;overflow:auto}.modal.in{display:block}.modal-dialog{width:400px;margin:30px auto;background:#fff;padding:9px}.modal-backdrop{position:fixed;inset:0;z-index:10;background:#000;opacity:.5}.modal.fade{opacity:0}.modal.fade.in{opacity:1}</style>
<h1>Sync</h1><button onclick="s.classList.add('in');document.body.insertAdjacentHTML('beforeend','<div class=modal-backdrop></div>')">Settings</button><button>Pause All</button><label>Device Name <input id=outer></label>
<div class="modal fade" tabindex="-1" id="s"><div class="modal-dialog"><div class="modal-content"><div class="modal-header"><h4>Settings</h4></div><ul class="nav nav-tabs"><li class="active"><a href="#g" data-toggle="tab">General</a></li><li><a href="#c" data-toggle="tab">Connections</a></li></ul><label>API Key <input value="k-1"></label><button>Save</button><button onclick="s.classList.remove('in');document.querySelector('.modal-backdrop').remove()">Close</button></div></div></div>
<div class="modal fade" tabindex="-1" id="t"><div class="modal-dialog"><div class="modal-content"><h4>About</h4><button>Close</button></div></div></div>`);

it('knows a dialog by the layer behind it, which is dark by its opacity', async () => {
	const {url} = await serveSite({'/p': sync});
	const outcome = await bench.run(`${url}/p`, [
		'! There is no dialog',
		'Click Settings',
		'! The Settings window comes up on its General tab',
		'! The API Key in the dialog is k-1',
		'Close the dialog without saving',
		'! The Settings dialog is gone',
	]);
	expect(outcome.error).toBeNull();
	expect(outcome.steps[4]?.note).toContain('not checked: "without saving"');
});

it.each([
	'! The Settings window comes up on its Connections tab',
	'! The About dialog is visible',
	'Type "x" into the Device Name field',
])('does not take "%s" for done', async step => {
	const {url} = await serveSite({'/p': sync});
	const outcome = await bench.run(`${url}/p`, ['Click Settings', step], {stepTimeoutMs: 4000});
	expect(outcome.failedStepIndex).toBe(2);
});
