import type {AutoAuth} from '../../../contract/authentication.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {deleteAutoAuth, getAutoAuth, putAutoAuth, testAutoAuthLogin} from '../../../contract/routes/authentication.ts';
import type {Caller} from '../../auth/api-keys.ts';
import {autoAuthHealthOf, noHealth} from '../../auth/auto-auth-health.ts';
import {configOf, openLoginSecrets, requireLoginConfig, sealLoginSecrets} from '../../auth/login-config.ts';
import {renewedSecrets} from '../../auth/project-logins.ts';
import {maskSecret} from '../../auth/secret-box.ts';
import {logIn} from '../../auth/target/log-in.ts';
import type {LoginSettings} from '../../auth/target/login-settings.ts';
import {featureGated, featuresOf} from '../../domain/plan-features.ts';
import {notFound} from '../../domain/service-error.ts';
import * as store from '../../store/projects/auto-auth.ts';
import type {AutoAuthTable} from '../../store/projects/project-tables.ts';
import type {RateLimits} from '../rate-limits.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';
import {requireBackendProject} from './credential-sets.ts';

export function autoAuthRoutes(on: On, services: Services, limits: RateLimits): void {
	const {database, secretBox, checkTarget, now} = services;

	on(putAutoAuth, async ({caller, params, body}) => {
		requirePlan(caller);
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		const stored = await store.findAutoAuth(database, projectId);
		if (body.enabled === false && stored) {
			await store.updateAutoAuth(database, projectId, {enabled: 0, health: 'disabled', updated_at: now()});
			return {projectId, enabled: false, method: stored.method, inject: stored.inject, health: 'disabled'};
		}
		// Off is what it is already.
		if (body.enabled === false && body.method === undefined)
			return {projectId, enabled: false, method: null, inject: null, health: 'none'};
		const config = await requireLoginConfig(body, stored && configOf(secretBox, stored), checkTarget);
		const attempt = body.enabled === false ? null : await logIn(config, services);
		const at = now();
		const enabled = attempt !== null && attempt.token !== null;
		const lastRefreshError = attempt?.reason ?? null;
		const row: AutoAuthTable = {
			project_id: projectId,
			enabled: enabled ? 1 : 0,
			method: config.method,
			inject: config.inject,
			settings: JSON.stringify(config.settings),
			secrets: sealLoginSecrets(secretBox, projectId, config.secrets),
			health: enabled ? 'verified' : 'disabled',
			verified_at: enabled ? at : null,
			last_refresh_at: attempt === null ? null : at,
			last_refresh_error: lastRefreshError,
			token_expires_at: attempt?.expiresAt ?? null,
			refresh_token_saved_at: body.refreshToken === undefined ? (stored?.refresh_token_saved_at ?? null) : at,
			updated_at: at,
			...(attempt === null ? {} : renewedSecrets(secretBox, projectId, config, attempt, at)),
		};
		await store.saveAutoAuth(database, row);
		return {projectId, enabled, method: row.method, inject: row.inject, lastRefreshError, health: row.health};
	});

	on(getAutoAuth, async ({caller, params}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		const row = await store.findAutoAuth(database, projectId);
		return row === null ? nothing(projectId) : answer(row, featuresOf(caller.account.plan).autoAuth);
	});

	on(deleteAutoAuth, async ({caller, params}) => {
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		if (!(await store.deleteAutoAuth(database, projectId))) throw notFound('auto_auth', projectId);
		return {projectId, deletedAt: timestamp(now())};
	});

	on(testAutoAuthLogin, async ({caller, params, body}) => {
		requirePlan(caller);
		const {id: projectId} = await requireBackendProject(database, caller.accountId, params.projectId);
		await limits.count('logins', projectId);
		const stored = await store.findAutoAuth(database, projectId);
		const config = await requireLoginConfig(body, stored && configOf(secretBox, stored), checkTarget);
		const attempt = await logIn(config, services);
		// "Nothing is saved", but a refresh token that this login has used up would be lost.
		if (stored && config.secrets.refreshToken === configOf(secretBox, stored).secrets.refreshToken) {
			const renewed = renewedSecrets(secretBox, projectId, configOf(secretBox, stored), attempt, now());
			if (renewed.secrets) await store.updateAutoAuth(database, projectId, renewed);
		}
		return {
			ok: attempt.token !== null,
			outcome: attempt.outcome,
			status: attempt.status,
			tokenPreview: attempt.token === null ? null : maskSecret(attempt.token),
			expiresAt: nullableTimestamp(attempt.expiresAt),
			durationMs: attempt.call.latencyMs,
			reason: attempt.reason,
		};
	});

	function answer(row: AutoAuthTable, isInPlan: boolean): AutoAuth {
		const settings = JSON.parse(row.settings) as LoginSettings;
		const secrets = openLoginSecrets(secretBox, row.project_id, row.secrets);
		const health = autoAuthHealthOf(secretBox, row, isInPlan, now());
		return {
			projectId: row.project_id,
			enabled: row.enabled === 1 && isInPlan,
			method: row.method,
			inject: row.inject,
			...settingsAnswer(settings),
			hasPassword: Boolean(secrets?.password),
			hasClientSecret: Boolean(secrets?.clientSecret),
			hasRefreshToken: Boolean(secrets?.refreshToken),
			health,
			updatedAt: timestamp(row.updated_at),
		};
	}
}

function requirePlan({account: {plan}}: Caller): void {
	if (!featuresOf(plan).autoAuth) throw featureGated('auto_auth', plan);
}

const settingsAnswer = (settings: LoginSettings) => ({
	injectKey: settings.injectKey ?? null,
	injectScheme: settings.injectScheme ?? null,
	loginUrl: settings.loginUrl ?? null,
	loginMethod: settings.loginMethod ?? null,
	loginContentType: settings.loginContentType ?? null,
	loginBodyTemplate: settings.loginBodyTemplate ?? null,
	username: settings.username ?? null,
	tokenPath: settings.tokenPath ?? null,
	tokenEndpoint: settings.tokenEndpoint ?? null,
	clientId: settings.clientId ?? null,
	scope: settings.scope ?? null,
	region: settings.region ?? null,
});

/** What a project answers that has no login. */
const nothing = (projectId: ProjectId): AutoAuth => ({
	projectId,
	enabled: false,
	method: null,
	inject: null,
	...settingsAnswer({}),
	hasPassword: false,
	hasClientSecret: false,
	hasRefreshToken: false,
	health: noHealth,
	updatedAt: null,
});
