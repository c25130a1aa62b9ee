import type {AutoAuthHealth} from '../../contract/authentication.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {AutoAuthTable} from '../store/projects/project-tables.ts';
import {openLoginSecrets} from './login-config.ts';
import type {SecretBox} from './secret-box.ts';

const dayMs = 86_400_000;
/** "30 days after the refresh token was saved, warning from 7 days before." */
const refreshTokenDays = {life: 30, warning: 7};

/** Of a project that has no automatic login. */
export const noHealth: AutoAuthHealth = {
	state: 'none',
	verifiedAt: null,
	lastRefreshAt: null,
	lastRefreshError: null,
	tokenExpiresAt: null,
	refreshTokenWarning: null,
};

/**
 * How an automatic login stands.
 *
 * @param isInPlan false: "a downgrade keeps stored configurations: auto-auth becomes disabled"
 * @param now epoch milliseconds
 */
export function autoAuthHealthOf(box: SecretBox, row: AutoAuthTable, isInPlan: boolean, now: number): AutoAuthHealth {
	const isEnabled = row.enabled === 1 && isInPlan;
	// "The key to the secrets changed → pending: the next batch refreshes" and finds out.
	const isLost = row.health !== 'failing' && openLoginSecrets(box, row.project_id, row.secrets) === null;
	return {
		state: !isEnabled ? 'disabled' : isLost ? 'pending' : row.health,
		verifiedAt: nullable(row.verified_at),
		lastRefreshAt: nullable(row.last_refresh_at),
		lastRefreshError: row.last_refresh_error,
		tokenExpiresAt: nullable(row.token_expires_at),
		refreshTokenWarning: warningOf(row, now),
	};
}

function warningOf(row: AutoAuthTable, now: number): AutoAuthHealth['refreshTokenWarning'] {
	if (row.method !== 'aws_cognito_refresh' || row.refresh_token_saved_at === null) return null;
	const expiresAt = row.refresh_token_saved_at + refreshTokenDays.life * dayMs;
	if (now < expiresAt - refreshTokenDays.warning * dayMs) return null;
	return {level: now < expiresAt ? 'expiring' : 'expired', expiresAt: timestamp(expiresAt)};
}
const nullable = (at: number | null): string | null => (at === null ? null : timestamp(at));
