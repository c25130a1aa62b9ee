// Pages that do a browser harm, each on a path of its own, and a healthy one.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import {join} from 'node:path';

const html = (body, script = '') =>
	`<!doctype html><html lang="en"><meta charset="utf-8"><title>Trial</title>${body}<script>${script}</script></html>`;

/** The field of a text and the paragraph that repeats it lie at known places. */
const secretForm = `<style>body{margin:0;background:#fff}input,p{position:absolute;left:20px;height:30px;width:300px;margin:0;font:20px monospace}</style>
<label style="position:absolute;top:0">Secret <input id="s" style="top:40px"></label>
<label style="position:absolute;top:170px">Password <input id="p" type="password" style="top:40px"></label>
<p id="echo" style="top:100px"></p>`;
const echo = `s.oninput = () => {
	echo.textContent = 'You typed ' + s.value;
	console.error('typed ' + s.value);
	fetch('/log?token=' + encodeURIComponent(s.value));
};`;

const grow = 'const kept = []; go.onclick = () => { for (;;) kept.push(new Array(1e6).fill(Math.random())); };';
/** So many elements in one another that laying them out takes more stack than a renderer has. */
const crash = `go.onclick = () => {
	let place = document.body;
	for (let depth = 0; depth < 8000; depth++) {
		const inner = document.createElement('div');
		place.append(inner);
		place = inner;
	}
};`;

const pages = {
	'/': html('<h1>Welcome</h1><label>Note <textarea></textarea></label>'),
	'/dialogs': html('<h1>Dialogs</h1>', 'for (;;) alert("again");'),
	'/prompts': html('<h1>Prompts</h1>', 'setInterval(() => confirm("again"), 0);'),
	'/round': html('<h1>Round</h1>', 'location.href = "/round?" + Math.random();'),
	'/grow': html('<button id="go">Grow</button>', grow),
	'/crash': html('<button id="go">Crash</button>', crash),
	'/busy': html('<h1>Busy</h1><button id="go">Compute</button>', 'go.onclick = () => { for (;;); };'),
	'/download': html('<a href="/endless.bin">Get the file</a>'),
	'/tabs': html('<h1>Tabs</h1><button id="go">Open</button>', 'go.onclick = () => setInterval(() => open("/"), 10);'),
	'/secrets': html(secretForm, echo),
};

/** @param address where the private thing is that no page may reach */
const harmful = address => ({
	'/script': html(
		'<h1>Script</h1><p id="out">waits</p>',
		`fetch('${address}/script', {mode: 'no-cors'}).then(() => {out.textContent = 'reached'}, () => {out.textContent = 'refused'})`,
	),
});

function answer(path, response, address) {
	if (path === '/never') return;
	if (path === '/forever') return response.writeHead(302, {location: `/forever`}).end();
	if (path === '/away') return response.writeHead(302, {location: `${address}/away`}).end();
	if (path === '/login')
		return response.writeHead(401, {'www-authenticate': 'Basic realm="trial"', 'content-type': 'text/html'}).end();
	if (path === '/endless.bin') {
		response.writeHead(200, {
			'content-type': 'application/octet-stream',
			'content-disposition': 'attachment; filename="endless.bin"',
		});
		const chunk = Buffer.alloc(1024 ** 2);
		const send = () => {
			while (!response.destroyed && response.write(chunk));
		};
		response.on('drain', send);
		return send();
	}
	const page = pages[path] ?? harmful(address)[path];
	response.writeHead(page === undefined ? 404 : 200, {'content-type': 'text/html; charset=utf-8'});
	response.end(page ?? html('<h1>Not found</h1>'));
}

const listening = server => new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

/**
 * Serves the pages over HTTP and, with a certificate that nobody trusts, over HTTPS; and beside them the private server that
 * counts who reached it. As it also answers absolute addresses, it stands for a public site behind a proxy.
 *
 * @param folder for key and certificate
 */
export async function startBadSite(folder) {
	const visits = [];
	const inner = createServer((request, response) => {
		visits.push(`${request.method} ${request.url}`);
		response.setHeader('access-control-allow-origin', '*');
		response.end('reached');
	});
	const innerPort = await listening(inner);
	const handle = (request, response) => {
		const {pathname} = new URL(request.url, 'http://trial');
		answer(pathname, response, `http://localhost:${innerPort}`);
	};
	const plain = createServer(handle);
	const [key, cert] = ['key.pem', 'cert.pem'].map(name => join(folder, name));
	const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
	const made = spawnSync('openssl', [
		...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject],
		...['-keyout', key, '-out', cert],
	]);
	if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
	const secure = createSecureServer({key: readFileSync(key), cert: readFileSync(cert), requestCert: true}, handle);
	const [port, securePort] = [await listening(plain), await listening(secure)];
	return {
		visits,
		innerUrl: `http://127.0.0.1:${innerPort}`,
		url: `http://127.0.0.1:${port}`,
		secureUrl: `https://127.0.0.1:${securePort}`,
		close() {
			for (const server of [plain, secure, inner]) {
				server.closeAllConnections();
				server.close();
			}
		},
	};
}
