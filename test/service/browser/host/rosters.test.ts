import {expect, it} from 'vitest';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const site = {
	'/tabs': page(
		`<h1>Flows</h1><ul class="side"><li>info</li><li>help</li><li>debug</li></ul>
		<ul class="strip"><li><a href="#a">Greenhouse</a><i></i></li><li><a href="#b">Irrigation</a><i></i></li><li><a href="#c">Archive</a><i></i></li></ul>`,
	),
	'/list': page(
		'<h1>People</h1><p>Ada and Bo are on duty</p><ul aria-label="Users"><li>Ada Quill <small>Owner</small></li><li>Bo Reyes <small>Editor</small></li></ul><p>Cleo Ahn</p>',
	),
	'/tablist': page(
		'<h1>Settings</h1><div role="tablist"><button role="tab" aria-selected="true">General</button><button role="tab">Members</button><button role="tab">Billing</button></div>',
	),
	'/menu': page(
		'<h1>Menu</h1><ul role="menu"><li role="menuitem">Edit<li role="menuitem">Copy<li role="menuitem">Delete</ul>',
	),
	'/rows': page(
		`<h1>People</h1><table><tr><th><input type="checkbox" aria-label="Select all"><th>Name<tr><td><input type="checkbox" checked aria-label="Select"><td>Ada<tr><td><input type="checkbox" aria-label="Select"><td>Bo<tr><td><input type="checkbox" checked aria-label="Select"><td>Cleo</table>`,
	),
	'/plain': page('<h1>People</h1><table><tr><th>Name<tr><td>Ada<tr><td>Bo</table>'),
	'/books': page(
		'<h1>Books</h1><table><tr><th>Title<th>Pages<tr><td>Glass Orchard<td>410<tr><td>Jars of Light<td>250</table>',
	),
};

it.each<[keyof typeof site, string[], string[]]>([
	[
		'/tabs',
		[
			'There are three flow tabs: Greenhouse, Irrigation and Archive',
			'There are three tabs called "Archive", "Greenhouse" and "Irrigation"',
		],
		[
			'There are two flow tabs: Greenhouse and Irrigation',
			'There are three flow tabs: Greenhouse, Irrigation and Drafts',
			'There are three flow tabs: Greenhouse, Irrigation and help',
		],
	],
	[
		'/list',
		[
			'The user list has two users, "Ada Quill" and "Bo Reyes"',
			'The list contains exactly Ada Quill and Bo Reyes',
			'"Bo Reyes" is in the list',
		],
		[
			'The user list has two users, "Ada Quill" and "Cleo Ahn"',
			'The list has three users: "Ada Quill", "Bo Reyes" and "Cleo Ahn"',
			'The list contains exactly Ada Quill and Cleo Ahn',
		],
	],
	[
		'/tablist',
		['There are three tabs: General, Members and Billing'],
		['There are two tabs: General and Members', 'There are three tabs: General, Members and Keys'],
	],
	[
		'/tablist',
		['Only the "General" tab is selected', 'Exactly one tab is selected'],
		['Only the "Members" tab is selected', 'Two tabs are selected', 'No tab is selected'],
	],
	[
		'/rows',
		['2 rows are selected', 'Exactly two rows are ticked', 'Two checkboxes are checked', '"Ada" is selected'],
		[
			'3 rows are selected',
			'One row is selected',
			'"Bo" is selected',
			'Only "Ada" is selected',
			'No row is selected',
			'None of the checkboxes is ticked',
			'Only one row is selected',
		],
	],
	['/plain', ['There are 2 rows'], ['No row is selected', 'No checkbox is ticked', '2 rows are selected']],
	[
		'/menu',
		['The menu has three items: Edit, Copy and Delete'],
		['The menu has two items: Edit and Copy', 'The menu has three items: Edit, Copy and Paste'],
	],
	[
		'/books',
		[
			'"410" is shown in the row of "Glass Orchard"',
			'"Jars of Light" is in the row of "250"',
			'The first row has 410 pages',
			'The row of "Jars of Light" has 250 pages',
		],
		[
			'"410" is shown in the row of "Jars of Light"',
			'The first row has 250 pages',
			'"Pages" is in the row of "Glass Orchard"',
		],
	],
])('reads lists told in full on %s', async (path, hold, fail) => {
	const {url} = await serveSite(site);
	const all = await bench.start({
		...planJob(url, [`Go to ${path}`, ...hold.map(claim => `! ${claim}`)]),
		stepTimeoutMs: 5000,
	}).result;
	expect(all.error).toBe(null);
	for (const claim of fail) {
		const {failedStepIndex} = await bench.start({...planJob(url, [`Go to ${path}`, `! ${claim}`]), stepTimeoutMs: 2000})
			.result;
		expect(failedStepIndex, claim).toBe(2);
	}
});
