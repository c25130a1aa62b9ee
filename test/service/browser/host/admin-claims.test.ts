import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const row = (name: string, role: string, status: string, buttons = '<button>Edit</button><button>Delete</button>') =>
	`<tr><td>${name}</td><td>${role}</td><td><span class="badge">${status}</span></td><td>${buttons}</td></tr>`;
const users = (...rows: string[]) =>
	page(
		`<aside class="sidebar"><nav><ul><li><a href="/" aria-current="page">Users</a></li><li><a href="/roles">Roles</a></li></ul></nav></aside><div class="topbar"><span class="user-name">Ada Admin</span><button aria-label="Notifications"><span class="badge">3</span></button></div><main><div class="head"><h1>Users</h1><button>Add user</button></div><table><tr><th>Name</th><th>Role</th><th>Status</th><th>Actions</th></tr>${rows.join('')}</table></main>`,
	);
const healthy = users(row('Ada Lovelace', 'Admin', 'Active'), row('Bob Ross', 'Editor', 'Inactive'));
const lacking = users(
	row('Ada Lovelace', 'Admin', 'Active'),
	row('Bob Ross', 'Editor', 'Active', '<button>Edit</button>'),
);

it('holds what is true of a page of records', async () => {
	const {url} = await serveSite({'/': healthy});
	const {status, steps} = await bench.run(url, [
		'Open the home page',
		'! The sidebar is displayed',
		'! The sidebar contains links to Users and Roles',
		'! The "Users" link in the sidebar is highlighted',
		'! The user table is displayed',
		'! There are 2 users',
		'! The user "Bob Ross" is inactive',
		'! The user "Bob Ross" has the role "Editor"',
		'! Each row has an Edit and a Delete button',
		'! Each user has an Edit button',
		'! The notification badge shows 3',
		'! The logged-in user\'s name "Ada Admin" is displayed',
	]);
	expect(steps.filter(step => step.status !== 'passed').map(step => [step.reading, step.error])).toEqual([]);
	expect(status).toBe('passed');
});

const withMenu = page(
	`<header><div class="user-menu"><button aria-expanded="false" onclick="own.hidden = false; this.setAttribute('aria-expanded', 'true')">Ada Admin</button><div role="menu" id="own" hidden><a role="menuitem" href="/p">Profile</a></div></div></header><main><div role="group"><button aria-expanded="false">More</button></div></main>`,
);

it('knows the menu of who has signed in by its class', async () => {
	const {url} = await serveSite({'/': withMenu});
	const {status, error} = await bench.run(url, [
		'Open the home page',
		'! The user\'s name "Ada Admin" is displayed in the header',
		'! The user menu is closed',
		'Click the user menu',
		'! The user menu is open',
		'! The menu contains "Profile"',
	]);
	expect({status, error}).toEqual({status: 'passed', error: null});
});

it.each([
	['The user menu is open', withMenu],
	['The user "Bob Ross" is inactive', lacking],
	['The user "Ada Lovelace" is inactive', healthy],
	['Each row has an Edit and a Delete button', lacking],
	['Each user has a Delete button', lacking],
	['The "Roles" link in the sidebar is highlighted', healthy],
	['The notification badge shows 2', healthy],
	['The role table is displayed', healthy],
	['There are 3 users', healthy],
])('sees what is not: %s', async (claim, body) => {
	const {url} = await serveSite({'/': body});
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).toBe('failed');
});
