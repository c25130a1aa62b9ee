// Plans that meet the pages of `site.mjs`, and the end that each must come to (the specified outcome of such a page).
const action = description => ({type: 'action', description});
const assertion = description => ({type: 'assertion', description});

export const healthy = [action('Go to /'), assertion('"Welcome" is visible')];
/** Nothing that the service keeps may hold them. */
export const canaries = {typed: 'Canary-7Hq4-typed', password: 'Canary-2Zx8-password'};

const blocked = (failureKind, error) => ({status: 'blocked', failureKind, error});
const failed = (failureKind, error) => ({status: 'failed', failureKind, error});
const passed = {status: 'passed', failureKind: null, error: null};

/** Of `/secrets`: within the field, the password, and the text that repeats the first behind "You typed". */
const secretPlaces = [
	...[30, 300].map(x => [x, 55]),
	...[30, 300].map(x => [x, 225]),
	...[150, 250].map(x => [x, 110]),
];

const longText = 'lorem '.repeat(330).trim();

/**
 * `isBrief`: part of the tests; the others take a GB, many seconds, or a test of the browser's host has them. `covered`: places of the last picture where a secret was shown.
 *
 * @param site what `startBadSite` gives
 */
export const badPlans = site => [
	{
		name: 'never loads',
		isBrief: true,
		steps: [action('Go to /never')],
		expected: failed('network_timeout', /did not finish loading/),
	},
	{
		name: 'redirects for ever',
		steps: [action('Go to /forever')],
		expected: failed('network', /redirects for ever/),
		stepTimeoutMs: 20_000,
	},
	{
		name: 'moves on for ever by script',
		steps: [action('Go to /round'), assertion('"Never" is visible')],
		expected: failed('network_timeout', /./),
	},
	{
		name: 'dialogs in a loop',
		steps: [action('Go to /dialogs'), assertion('"Never" is visible')],
		expected: failed('network_timeout', /dialogs in a loop: alert "again"/),
	},
	{
		name: 'questions in a loop',
		steps: [action('Go to /prompts'), assertion('"Prompts" is visible')],
		expected: passed,
		stepTimeoutMs: 20_000,
	},
	{
		name: 'grows without bound',
		steps: [action('Go to /grow'), action('Click "Grow"'), assertion('"Never" is visible')],
		expected: blocked('browser_crash', /GB of memory/),
		stepTimeoutMs: 40_000,
	},
	{
		name: 'crashes its renderer',
		steps: [action('Go to /crash'), action('Click "Crash"'), assertion('"Never" is visible')],
		expected: blocked('browser_crash', /crashed/),
		stepTimeoutMs: 40_000,
	},
	{
		name: 'computes for ever',
		steps: [action('Go to /busy'), action('Click "Compute"'), assertion('"Busy" is visible')],
		expected: failed('timeout', /never answered/),
	},
	{
		name: 'downloads without end',
		steps: [action('Go to /download'), action('Download the file')],
		expected: failed('assertion_blocked', /larger than 50 MB/),
		stepTimeoutMs: 40_000,
	},
	{
		name: 'opens tabs without end',
		steps: [action('Go to /tabs'), action('Click "Open"'), assertion('"Welcome" is visible')],
		expected: passed,
		stepTimeoutMs: 20_000,
	},
	{
		name: 'a certificate that nobody trusts',
		isBrief: true,
		steps: [action(`Go to ${site.secureUrl}/`)],
		expected: blocked('network', /certificate/),
	},
	{name: 'asks for a login', steps: [action('Go to /login')], expected: blocked('network', /401.*login/)},
	{name: 'a file of the machine', steps: [action('Go to file:///etc/passwd')], expected: blocked('network', /file:/)},
	{
		name: '200 steps',
		steps: [action('Go to /'), ...Array.from({length: 199}, () => assertion('"Welcome" is visible'))],
		expected: passed,
		stepTimeoutMs: 20_000,
	},
	{
		name: 'a step of 2,000 characters',
		isBrief: true,
		steps: [
			action('Go to /'),
			action(`Type "${longText}" into the Note field`.padEnd(2000, '.').slice(0, 2000)),
			assertion('the Note field contains "lorem lorem"'),
		],
		expected: passed,
		stepTimeoutMs: 20_000,
	},
	{
		name: 'secrets',
		isBrief: true,
		steps: [
			action('Go to /secrets'),
			action('Type VAR_API_SECRET into the Secret field'),
			action('Enter the password VAR_ADMIN_PASSWORD'),
			assertion('"You typed" is visible'),
		],
		covered: secretPlaces,
		expected: passed,
		stepTimeoutMs: 20_000,
	},
];

/** What a service that tests public addresses only makes of a public page that leads to a private place. */
export const privatePlans = site => [
	{name: 'a private address', steps: [action(`Go to ${site.innerUrl}/x`)], expected: blocked('network', /private/)},
	{name: 'a redirect to one', steps: [action('Go to /away')], expected: blocked('network', /private/)},
	{
		name: 'a name that means one',
		steps: [action(`Go to ${site.innerUrl.replace('127.0.0.1', 'localhost')}/x`)],
		expected: blocked('network', /private/),
	},
	{
		name: 'a number that means one',
		steps: [action('Go to http://2130706433/')],
		expected: blocked('network', /private/),
	},
	{
		name: 'the data of the cloud',
		steps: [action('Go to http://169.254.169.254/latest/meta-data')],
		expected: blocked('network', /private/),
	},
	{
		name: 'a script that asks one',
		steps: [action('Go to /script'), assertion('"refused" is visible')],
		expected: passed,
		stepTimeoutMs: 20_000,
	},
];
