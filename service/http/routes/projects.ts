import {shownAddress} from '../../../contract/address.ts';
import type {BrowserInput, Project, ProjectPatch} from '../../../contract/project.ts';
import {
	createProject,
	deleteProject,
	getProject,
	listProjects,
	updateProject,
} from '../../../contract/routes/projects.ts';
import {requireBasicAuth, sendAsBasic, siteLogin, takeAccount, takenSentence} from '../../auth/address-account.ts';
import {projectAuth} from '../../auth/project-auth.ts';
import {featuresOf} from '../../domain/plan-features.ts';
import {invalid, notFound} from '../../domain/service-error.ts';
import {hideProject, purgeProject} from '../../store/projects/delete-project.ts';
import {browserOf} from '../../store/runs/claimed-plans.ts';
import {openHealsOfProjects} from '../../store/tests/open-heals.ts';
import {statusesOfBatches} from '../../store/batches/latest-batch.ts';
import * as store from '../../store/projects/projects.ts';
import type {ProjectTable} from '../../store/projects/project-tables.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import {defined} from '../json-body.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {timestamp} from '../../domain/timestamp.ts';
import {createdFrom} from '../user-agent.ts';
import {openLogin, type ProjectLogin, sealLogin} from '../../auth/sealed-login.ts';

const defaultPageSize = 25;

export function projectRoutes(on: On, services: Services): void {
	const {database, engine, secretBox, checkTarget, newId, now} = services;

	async function answers(rows: readonly ProjectTable[]): Promise<Project[]> {
		const environments = await store.countEnvironments(
			database,
			rows.map(({id}) => id),
		);
		const openHeals = await openHealsOfProjects(
			database,
			rows.filter(({type}) => type === 'frontend').map(({id}) => id),
		);
		const statuses = await statusesOfBatches(
			database,
			rows.flatMap(row => row.last_batch_id ?? []),
		);
		return rows.map(row => ({
			...answer(row, environments.get(row.id)),
			lastStatus: statuses.get(row.last_batch_id ?? '') ?? null,
			...(row.type === 'frontend' ? {openHeals: openHeals.get(row.id) ?? 0} : {}),
		}));
	}

	function answer(row: ProjectTable, environments: {standard: string; count: number} | undefined): Project {
		const login = openLogin(secretBox, row.id, row.login);
		return {
			id: row.id,
			projectId: row.id,
			name: row.name,
			type: row.type,
			createdFrom: row.created_from,
			createdAt: timestamp(row.created_at),
			updatedAt: timestamp(row.updated_at),
			targetUrl: shownAddress(row.target_url),
			description: row.description,
			instruction: row.instruction,
			hasLogin: Boolean(login.username && login.password),
			testIdAttributes: row.test_id_attributes === null ? null : JSON.parse(row.test_id_attributes),
			captureMaxAgeHours: row.capture_max_age_hours,
			maxParallel: row.max_parallel,
			defaultEnvironment: environments?.standard ?? 'default',
			environmentCount: environments?.count ?? 1,
			lastBatchId: row.last_batch_id,
			lastStatus: null,
			...(row.type === 'frontend' ? {browser: browserOf(row.browser_settings)} : {}),
			dashboardUrl: null,
		};
	}

	on(listProjects, async ({caller, query}) => {
		const page = await store.listProjects(database, caller.accountId, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor('projects', query, now()),
		});
		return {
			items: await answers(page.rows),
			nextToken: page.next && writeCursor('projects', query, page.next, now()),
		};
	});

	on(createProject, async ({caller, body, headers}) => {
		if (body.type === 'frontend' && body.targetUrl === undefined)
			throw invalid('targetUrl', 'required', 'Field `targetUrl` is required for a frontend project.');
		if (body.type === 'backend') requireNoBrowserFields(body);
		const taken = takeAccount(body.targetUrl, 'targetUrl');
		const {url, account} = taken;
		const isApi = body.type === 'backend';
		if (account && isApi) await requireBasicAuth(database, null, {field: 'targetUrl', account}, body);
		if (url !== undefined) await checkTarget(url, 'targetUrl');
		const id = newId('prj');
		const createdAt = now();
		const login = isApi ? {...body, ...account} : siteLogin(body, taken, null);
		const row: ProjectTable = {
			id,
			account_id: caller.accountId,
			name: body.name,
			type: body.type,
			created_from: createdFrom(headers),
			target_url: url ?? null,
			description: body.description ?? null,
			instruction: body.instruction ?? null,
			login: sealLogin(secretBox, id, login),
			test_id_attributes: body.testIdAttributes === undefined ? null : JSON.stringify(body.testIdAttributes),
			capture_max_age_hours: null,
			max_parallel: body.maxParallel ?? null,
			browser_settings: body.browser === undefined ? null : JSON.stringify(defined(body.browser)),
			last_batch_id: null,
			created_at: createdAt,
			updated_at: createdAt,
		};
		await store.insertProject(database, row, newId('env'), authModeOf(login));
		if (account && isApi) await sendAsBasic({database, box: secretBox, at: createdAt}, id, account, {isDefault: true});
		return {...answer(row, undefined), ...(account ? {warnings: [takenSentence(body.type, account)]} : {})};
	});

	on(getProject, async ({caller, params}) => {
		const row = await store.requireProject(database, caller.accountId, params.projectId);
		const [project] = await answers([row]);
		if (row.type !== 'backend') return project!;
		return {...project!, auth: await projectAuth(services, row.id, featuresOf(caller.account.plan).autoAuth)};
	});

	on(updateProject, async ({caller, params, body}) => {
		const row = await store.requireProject(database, caller.accountId, params.projectId);
		if (row.type === 'backend') requireNoBrowserFields(body);
		if (row.type === 'frontend' && body.captureMaxAgeHours !== undefined)
			throw invalid('captureMaxAgeHours', 'backend_only', 'Field `captureMaxAgeHours` is for backend projects.');
		const taken = takeAccount(body.targetUrl, 'targetUrl');
		const {url, account} = taken;
		const isApi = row.type === 'backend';
		if (account && isApi) await requireBasicAuth(database, row.id, {field: 'targetUrl', account}, body);
		if (url !== undefined) await checkTarget(url, 'targetUrl');
		const {username, password} = body;
		const stored = openLogin(secretBox, row.id, row.login);
		const given = {...stored, ...defined({username, password})};
		const login = isApi ? {...given, ...account} : siteLogin(given, taken, row.target_url);
		const isSame =
			username === undefined && password === undefined && login.http === stored.http && !(account && isApi);
		const updatedAt = now();
		const updated = await store.updateProject(
			database,
			row.id,
			defined({
				name: body.name,
				target_url: url,
				description: body.description,
				instruction: body.instruction,
				login: isSame ? undefined : sealLogin(secretBox, row.id, login),
				test_id_attributes: body.testIdAttributes && JSON.stringify(body.testIdAttributes),
				capture_max_age_hours: body.captureMaxAgeHours,
				max_parallel: body.maxParallel,
				browser_settings: body.browser && changedBrowser(row.browser_settings, body.browser),
				updated_at: updatedAt,
			}),
			authModeOf(login),
		);
		if (!updated) throw notFound('project', row.id);
		if (account && isApi)
			await sendAsBasic({database, box: secretBox, at: updatedAt}, row.id, account, {isDefault: true});
		return {
			id: row.id,
			projectId: row.id,
			updatedFields: Object.keys(defined(body)),
			updatedAt: timestamp(updatedAt),
			...(account ? {warnings: [takenSentence(isApi ? 'backend' : 'frontend', account)]} : {}),
		};
	});

	on(deleteProject, async ({caller, params}) => {
		const {projectId} = params;
		// Hidden first: from here on nobody can start a run of it.
		if (!(await hideProject(database, caller.accountId, projectId))) throw notFound('project', projectId);
		await engine.cancelRunsOf({projectId});
		await purgeProject(database, projectId);
		return {projectId, deletedAt: timestamp(now())};
	});
}

/** Of the default environment, whose account is the project's. */
const authModeOf = ({username, password}: ProjectLogin) => (username || password ? 'account' : 'public');

/** Settings as they are stored: what somebody has named; what is usual may change with a version. */
const changedBrowser = (stored: string | null, change: BrowserInput): string =>
	JSON.stringify({...(stored === null ? {} : (JSON.parse(stored) as BrowserInput)), ...defined(change)});

function requireNoBrowserFields(body: Pick<ProjectPatch, 'testIdAttributes' | 'browser'>): void {
	for (const field of ['testIdAttributes', 'browser'] as const)
		if (body[field] !== undefined) throw frontendOnly(field);
}

const frontendOnly = (field: string) =>
	invalid(field, 'frontend_only', `Field \`${field}\` is for frontend projects only.`);
