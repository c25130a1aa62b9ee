import type {AutoAuth} from '../../contract/authentication.ts';
import type {TriedLogin} from '../../source/stores/auth.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatAgo, formatDuration} from '../../source/terminal/durations.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {dueWords, momentWords, relativeWords} from '../../source/terminal/moment-words.ts';
import {labelled, wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {healthSpan} from './auth-row.ts';

type Look = {glyphs: Glyphs; width: number; now: number};

const methods: Record<string, string> = {
	password: 'name and password',
	refresh_token: 'refresh token',
	aws_cognito_refresh: 'AWS Cognito refresh token',
};

/** The words of a login method. */
export const methodWords = (method: string): string => methods[method] ?? cleanLine(method);

const stored = 'stored, never shown';

/** The automatic login: how it stands, how it signs in, and what the last try said. */
export function loginLines(login: AutoAuth, tried: TriedLogin | null, look: Look): PaneLine[] {
	const {glyphs, width, now} = look;
	const title = wrapped('Auto-auth login', width, 'title');
	if (login.method === null)
		return [
			...title,
			[healthSpan('none', glyphs)],
			[],
			...wrapped('Fetches a fresh token before every run and sends it with each call.', width),
			...wrapped('e sets it up; it is tried before it is saved.', width, 'muted'),
			...triedLines(tried, look),
		];
	const {health} = login;
	return [
		...title,
		[healthSpan(health.state, glyphs)],
		...wrapped('Fetches a fresh token before every run and sends it with each call.', width, 'muted'),
		...warningLines(login, look),
		[],
		...labelled('Verified', momentWords(health.verifiedAt, now), width),
		...labelled('Last login', momentWords(health.lastRefreshAt, now), width),
		...labelled('Expires', dueWords(health.tokenExpiresAt, now), width),
		...labelled('Error', health.lastRefreshError, width, 'failed'),
		...triedLines(tried, look),
		[],
		...labelled('Method', methodWords(login.method), width),
		...labelled('Sent as', sentAs(login), width),
		...labelled('Login URL', login.loginUrl, width),
		...labelled('Request', login.loginUrl && login.loginMethod, width),
		...labelled('Endpoint', login.tokenEndpoint, width),
		...labelled('Region', login.region, width),
		...labelled('Body', login.loginBodyTemplate, width),
		...labelled('User', login.username, width),
		...labelled('Password', login.hasPassword ? stored : null, width),
		...labelled('Client', login.clientId, width),
		...labelled('Secret', login.hasClientSecret ? stored : null, width),
		...labelled('Refresh', login.hasRefreshToken ? stored : null, width),
		...labelled('Scope', login.scope, width),
		...labelled('Token at', login.tokenPath, width),
	];
}

function sentAs({inject, injectKey, injectScheme}: AutoAuth): string | null {
	if (inject === 'bearer') return `Authorization: ${injectScheme ?? 'Bearer'}`;
	if (inject === 'cookie' && injectKey === null) return 'the cookies that the login sets';
	return inject === null ? null : `${inject} ${injectKey ?? ''}${injectScheme ? `: ${injectScheme}` : ''}`;
}

/** "30 days after the refresh token was saved, warning from 7 days before." */
function warningLines({health}: AutoAuth, {glyphs, width, now}: Look): PaneLine[] {
	const warning = health.refreshTokenWarning;
	if (warning === null) return [];
	const when = relativeWords(Date.parse(warning.expiresAt), now);
	const isOver = warning.level === 'expired';
	const text = isOver ? `The refresh token has expired (${when}).` : `The refresh token expires ${when}.`;
	const [tone, role] = isOver ? (['failed', 'failed'] as const) : (['blocked', 'blocked'] as const);
	return [[], ...wrapped(`${glyphs.status[tone]} ${text} e stores a new one.`, width, role)];
}

const outcomes: Record<string, string> = {
	token_acquired: 'works',
	rejected: 'was rejected',
	no_token_at_path: 'found no token at the token path',
	unreachable: 'did not reach its server',
};

/** What a tried login came to, as the end of a sentence that begins with it. */
export const outcomeWords = ({outcome, status}: Pick<TriedLogin, 'outcome' | 'status'>): string =>
	`${outcomes[outcome] ?? cleanLine(outcome)}${status === null ? '' : ` (${status})`}`;

function triedLines(tried: TriedLogin | null, {glyphs, width, now}: Look): PaneLine[] {
	if (tried === null) return [];
	const tone = tried.ok ? 'passed' : 'failed';
	return [
		[],
		[
			{text: 'Test login', role: 'accent'},
			{text: `  ${formatAgo(tried.at, now)}`, role: 'muted'},
		],
		...wrapped(`${glyphs.status[tone]} it ${outcomeWords(tried)}`, width, tone),
		...labelled('Token', tried.tokenPreview, width),
		...labelled('Expires', dueWords(tried.expiresAt, now), width),
		...labelled('Took', formatDuration(tried.durationMs), width),
		...labelled('Reason', tried.reason, width),
	];
}
