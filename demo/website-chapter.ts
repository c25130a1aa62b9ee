import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as z from 'zod/mini';
import {type HealPage, healPage} from '../contract/heal.ts';
import type {ProjectId} from '../contract/ids.ts';
import {manager} from './shop/resources/auth.ts';
import {orderButtons} from './shop/website/home-page.ts';
import {type Svc, cleanText} from './svc.ts';

/** What the chapter needs of the demo. */
type WebsiteStage = {
	/** Without trailing slash. */
	shopUrl: string;
	/** Directory of the demo, for the files that a command reads. */
	home: string;
	/** Folder of the plans. */
	plans: string;
	print(line: string): void;
};

/** What a chapter about the website has shown; `repairedTestId` is null when no test was repaired. */
type WebsiteChapter = {isAsHidden: boolean; repairedTestId: string | null; lines: string[]};

const me = z.looseObject({service: z.optional(z.looseObject({runners: z.looseObject({frontend: z.boolean()})}))});
const checks = z.looseObject({checks: z.array(z.looseObject({name: z.string(), detail: z.string()}))});
const ended = z.looseObject({
	accepted: z.array(z.looseObject({testId: z.string(), status: z.string(), error: z.optional(z.nullable(z.string()))})),
});
type Ended = z.infer<typeof ended>;

/**
 * Plans in plain English against the shop's page: a first run, which saves a script of each, and a second one on a
 * release that calls a button otherwise. Without a browser it tells how to get one, and the demo goes on.
 */
export async function websiteChapter(svc: Svc, {shopUrl, home, plans, print}: WebsiteStage): Promise<WebsiteChapter> {
	const {service} = await svc.json(['auth', 'status'], me);
	if (service?.runners.frontend !== true) {
		const doctor = await svc.json(['doctor'], checks, [1, 2]);
		return withoutBrowser(doctor.checks.find(({name}) => name === 'Chromium')?.detail ?? 'no browser was found');
	}
	await putOnline(shopUrl, 1);
	const {id: projectId} = await svc.json(
		['project', 'create', '--type', 'frontend', '--name', 'Demo website', '--url', shopUrl],
		z.looseObject({id: z.string()}),
	);
	await giveAccount(svc, projectId, home);
	const names = await createPlans(svc, {projectId, home, plans});
	print(`✓ ${names.size} plans created in project ${projectId}`);
	// 1 is a verdict, not a breakdown.
	const all = ['--all', '--project', projectId, '--wait'];
	const first = await svc.json(['test', 'run', ...all], ended, [1]);
	await putOnline(shopUrl, 2);
	const second = await svc.json(['test', 'rerun', ...all], ended, [1]);
	const heals: HealPage['items'] = [];
	for (const testId of names.keys()) heals.push(...(await svc.json(['test', 'heal', 'list', testId], healPage)).items);
	heals.sort((one, other) => one.stepIndex - other.stepIndex);
	return judgeWebsite({names, first, second, heals});
}

/** A machine without a browser is no failure of the demo. Pure. */
const withoutBrowser = (detail: string): WebsiteChapter => ({
	isAsHidden: true,
	repairedTestId: null,
	lines: [`· left out: ${cleanText(detail)}`],
});

export type WebsiteEvidence = {
	/** Names of the tests by their id. */
	names: ReadonlyMap<string, string>;
	/** On the first release of the page, and on the one with the renamed button. */
	first: Ended;
	second: Ended;
	heals: HealPage['items'];
};

/** Everything is green twice, and one step was repaired: the one whose button was renamed. Pure. */
export function judgeWebsite({names, first, second, heals}: WebsiteEvidence): WebsiteChapter {
	const [before, after] = orderButtons;
	const isRenaming = ({from, to}: HealPage['items'][number]) => from.name === before && to.name === after;
	const found = heals.filter(isRenaming);
	const wrong = (when: string, {accepted}: Ended) =>
		accepted
			.filter(({status}) => status !== 'passed')
			.map(({testId, status, error}) => {
				const because = error ? `: ${cleanText(error)}` : '';
				return `✗ unexpected ${when}: "${names.get(testId) ?? testId}" ended ${cleanText(status)}${because}`;
			});
	const passed = ({accepted}: Ended) => `${accepted.filter(({status}) => status === 'passed').length} passed`;
	const problems = [
		...wrong('on the first release', first),
		...wrong('on the second release', second),
		...(found.length > 0 ? [] : [`✗ missing the repair: no step went from "${before}" to "${after}"`]),
		...heals.filter(heal => !isRenaming(heal)).map(heal => `✗ unexpected: ${repairOf(heal)}`),
	];
	return {
		isAsHidden: problems.length === 0,
		repairedTestId: found[0]?.testId ?? null,
		lines: [
			`✓ first run, in a real browser: ${passed(first)}, each has saved its script`,
			`✓ the shop puts a new release online: its buttons "${before}" are called "${after}" now`,
			`✓ second run, from the scripts: ${passed(second)}`,
			...found.map(
				heal => `✓ repaired in "${names.get(heal.testId) ?? heal.testId}", step ${heal.stepIndex}: ${repairOf(heal)}`,
			),
			...problems,
		],
	};
}

/** `button "Add" → button "Add task" (0.93)`. */
const repairOf = ({from, to, score}: HealPage['items'][number]) =>
	`${cleanText(`${from.role} "${from.name}" → ${to.role} "${to.name}"`)} (${score.toFixed(2)})`;

async function putOnline(shopUrl: string, release: 1 | 2): Promise<void> {
	await fetch(`${shopUrl}/website`, {
		method: 'PUT',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({release}),
	});
}

/** The account that the plans sign in with. */
async function giveAccount(svc: Svc, projectId: ProjectId, home: string): Promise<void> {
	const file = join(home, 'shop-password');
	writeFileSync(file, manager.password, {mode: 0o600});
	try {
		const args = ['project', 'update', projectId, '--username', manager.email, '--password-file', file];
		await svc.json(args, z.looseObject({}));
	} finally {
		rmSync(file, {force: true});
	}
}

type PlanPlace = {projectId: ProjectId; home: string; plans: string};

/** Names of the created tests by their id. */
async function createPlans(svc: Svc, {projectId, home, plans}: PlanPlace): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	const folder = join(home, 'plans');
	mkdirSync(folder, {recursive: true});
	for (const name of readdirSync(plans).sort()) {
		const plan = z.looseObject({name: z.string()}).parse(JSON.parse(readFileSync(join(plans, name), 'utf8')));
		const file = join(folder, name);
		writeFileSync(file, `${JSON.stringify({projectId, ...plan}, null, '\t')}\n`);
		const {testId} = await svc.json(['test', 'create', '--plan-from', file], z.looseObject({testId: z.string()}));
		names.set(testId, plan.name);
	}
	return names;
}
