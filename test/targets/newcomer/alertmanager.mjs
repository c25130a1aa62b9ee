import {readFileSync} from 'node:fs';
import process from 'node:process';
import {ask, note} from './api.mjs';

const url = process.env.SVC_TARGET_URL ?? 'http://127.0.0.1:9093';
const silence = comment => ({
	matchers: [{name: 'alertname', value: comment.replaceAll(' ', '-'), isRegex: false}],
	startsAt: new Date().toISOString(),
	endsAt: new Date(Date.now() + 3_600_000).toISOString(),
	createdBy: 'trial',
	comment,
});
const python = `
import datetime
import requests
now = datetime.datetime.now(datetime.timezone.utc)
def silence(comment):
    return {"matchers": [{"name": "alertname", "value": comment, "isRegex": False}], "startsAt": now.isoformat(),
            "endsAt": (now + datetime.timedelta(hours=1)).isoformat(), "createdBy": "trial", "comment": comment}
`;

export default {
	url,
	targetUrl: `${url}/api/v2`,
	async canaries() {
		for (const comment of ['kept by hand', 'kept as well'])
			await ask(url, 'POST', '/api/v2/silences', {body: silence(comment)});
	},
	/** An expired silence counts as deleted: the application keeps it for days. */
	async snapshot() {
		const snapshot = new Map();
		const silences = await ask(url, 'GET', '/api/v2/silences');
		const active = silences.filter(({status}) => status.state !== 'expired');
		note(
			snapshot,
			'silences',
			active,
			({id}) => id,
			({comment, endsAt}) => ({comment, endsAt}),
		);
		return snapshot;
	},
	/** Its document is no part of what it answers: `SVC_TARGET_DOCUMENT` names the file. */
	document: () => readFileSync(process.env.SVC_TARGET_DOCUMENT, 'utf8'),
	tests: [
		{
			name: 'Silences an alert',
			produces: ['silence_id'],
			code: `${python}
made = requests.post(f"{BASE_URL}/silences", json=silence("first"), timeout=30)
assert made.status_code == 200, made.text
produce("silence_id", made.json()["silenceID"])
`,
		},
		{
			name: 'Reads the silence',
			consumes: ['silence_id'],
			code: `
import requests
found = requests.get(f"{BASE_URL}/silence/{silence_id}", timeout=30)
assert found.status_code == 200, found.text
`,
		},
		{
			name: 'Makes two more',
			code: `${python}
for comment in ("second", "third"):
    assert requests.post(f"{BASE_URL}/silences", json=silence(comment), timeout=30).status_code == 200
`,
		},
		{
			name: 'Sends an alert',
			code: `
import requests
answer = requests.post(f"{BASE_URL}/alerts", json=[{"labels": {"alertname": "trial"}}], timeout=30)
assert answer.status_code == 200, answer.text
`,
		},
		{
			name: 'Changes a silence',
			code: `${python}
made = requests.post(f"{BASE_URL}/silences", json=silence("fourth"), timeout=30).json()
again = requests.post(f"{BASE_URL}/silences", json={**silence("fourth"), "id": made["silenceID"]}, timeout=30)
assert again.status_code == 200, again.text
`,
		},
	],
};
