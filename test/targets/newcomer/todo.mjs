import process from 'node:process';
import {ask, note} from './api.mjs';

const url = process.env.SVC_TARGET_URL ?? 'http://127.0.0.1:3010';

export default {
	url,
	async canaries() {
		for (const title of ['kept by hand', 'kept, too']) await ask(url, 'POST', '/todos', {body: {title}});
	},
	async snapshot() {
		const snapshot = new Map();
		note(snapshot, 'todos', await ask(url, 'GET', '/todos'), ({id}) => id);
		return snapshot;
	},
	document: () => ask(url, 'GET', '/openapi.json'),
	tests: [
		{
			name: 'Creates a todo',
			produces: ['todo_id'],
			code: `
import requests
todo = requests.post(f"{BASE_URL}/todos", json={"title": "try it"}, timeout=30)
assert todo.status_code == 200, todo.text
produce("todo_id", todo.json()["id"])
`,
		},
		{
			name: 'Completes it',
			consumes: ['todo_id'],
			code: `
import requests
done = requests.patch(f"{BASE_URL}/todos/{todo_id}", json={"isComplete": True}, timeout=30)
assert done.status_code == 204, done.text
assert requests.get(f"{BASE_URL}/todos/{todo_id}", timeout=30).json()["isComplete"] is True
`,
		},
		{
			name: 'Makes three todos',
			code: `
import requests
for number in range(3):
    assert requests.post(f"{BASE_URL}/todos", json={"title": f"number {number}"}, timeout=30).status_code == 200
assert requests.get(f"{BASE_URL}/todos/count", timeout=30).json()["count"] >= 3
`,
		},
		{
			name: 'Replaces one that is there',
			code: `
import requests
first = requests.get(f"{BASE_URL}/todos", timeout=30).json()[0]
answer = requests.put(f"{BASE_URL}/todos/{first['id']}", json=first, timeout=30)
assert answer.status_code == 204, answer.text
`,
		},
		{
			name: 'Makes and deletes one',
			code: `
import requests
todo = requests.post(f"{BASE_URL}/todos", json={"title": "short"}, timeout=30).json()
assert requests.delete(f"{BASE_URL}/todos/{todo['id']}", timeout=30).status_code == 204
`,
		},
	],
};
