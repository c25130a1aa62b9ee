import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const dialog = (button: string) =>
	page(`<h1>Shop</h1><div role="dialog" aria-label="Sign in"><h2>Login</h2><label>Name <input></label>${button}</div>`);
const dead = dialog('<button disabled style="pointer-events:none">Login</button>');
const alive = dialog('<button>Login</button>');
const dimmed = page('<h1>Flows</h1><a class="button disabled" href="#" role="button">Deploy</a>');
const tabs = page(
	'<h1>my-lib</h1><div role="tablist"><button role="tab">Readme</button><button role="tab">Versions</button></div><p>Downloads</p>',
);
const lone = page(
	'<h1>my-lib</h1><nav><a href="#">Readme</a><a href="#">Versions 12</a><a href="#">Settings</a><a href="#">Log in</a></nav><button>Download tarball</button><label><input type="checkbox">Subscriptions</label>',
);
const rescans = (style: string) =>
	page(`<h1>Folders</h1><div ${style}><p>Music</p><button>Rescan</button></div><button>Rescan All</button>`);
const [folded, unfolded] = [rescans('style="display:none"'), rescans('')];

it.each([
	['a button whose namesake is out of sight', folded, 'The Rescan button is visible', false],
	['the same, said to be out of sight', folded, 'The Rescan button is not visible', true],
	['the same, said of its state', folded, 'The Rescan button is enabled', false],
	['the longer name', folded, 'The Rescan All button is visible', true],
	['both in sight', unfolded, 'The Rescan button is visible', true],
	['a button that takes no pointer while it is disabled', dead, 'The Login button in the dialog is disabled', true],
	['the same, and the claim is wrong', dead, 'The Login button in the dialog is enabled', false],
	['a button that is not', alive, 'The Login button in the dialog is disabled', false],
	['a link that only looks disabled', dimmed, 'The Deploy button is enabled', false],
	['tabs of which all are there', tabs, 'The tabs Readme and Versions are visible', true],
	['tabs of which one is a text', tabs, 'The tabs Readme, Versions and Downloads are visible', false],
	['a button that downloads is no tab of downloads', lone, 'There is a Downloads tab', false],
	['nor one of that name', lone, 'There is a Download tab', false],
	['and it is none that exports', lone, 'The Export button is visible', false],
	['nor one that can be used', lone, 'The Downloads button is enabled', false],
	['a name in another number', lone, 'There is a Setting link', false],
	['a box by another form of its name', lone, 'The Subscription checkbox is visible', false],
	['a tab that is not there is gone', lone, 'There is no Downloads tab', true],
	['a control that only has another word for it is not', lone, 'There is no Export button', false],
	['a link that serves as tab', lone, 'The Versions tab is visible', true],
	['words of a name', lone, 'The Download button is enabled', true],
	['one word for two', lone, 'The login button is visible', true],
	['the same, said behind them', tabs, 'The Downloads, Readme and Versions tabs are visible', false],
])('tells what can be used, and what it is: %s', async (_, body, claim, holds) => {
	const {url} = await serveSite({'/': body});
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 2500});
	expect(status).toBe(holds ? 'passed' : 'failed');
});
