import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {load, loadAll, YAML11_SCHEMA} from 'js-yaml';
import {expect, it} from 'vitest';
import * as z from 'zod/mini';
import {MemorySystem} from './helpers/memory-system.ts';

const textOf = (name: string) => readFileSync(fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)), 'utf8');

const service = z.looseObject({
	image: z.string(),
	command: z.optional(z.array(z.string())),
	environment: z.record(z.string(), z.string()),
	secrets: z.optional(z.array(z.string())),
	healthcheck: z.optional(
		z.strictObject({
			test: z.array(z.string()),
			interval: z.string(),
			timeout: z.string(),
			retries: z.optional(z.number()),
			start_period: z.optional(z.string()),
		}),
	),
	stop_grace_period: z.optional(z.templateLiteral([z.number(), 's'])),
	depends_on: z.optional(z.record(z.string(), z.strictObject({condition: z.literal('service_healthy')}))),
});
const compose = z.looseObject({
	services: z.record(z.string(), service),
	secrets: z.record(z.string(), z.strictObject({file: z.string()})),
	volumes: z.record(z.string(), z.nullable(z.looseObject({}))),
});

const probe = z.looseObject({httpGet: z.strictObject({path: z.enum(['/readyz', '/healthz']), port: z.string()})});
const container = z.looseObject({
	args: z.array(z.string()),
	env: z.array(
		z.strictObject({
			name: z.string(),
			valueFrom: z.strictObject({secretKeyRef: z.strictObject({name: z.string(), key: z.string()})}),
		}),
	),
	ports: z.array(z.strictObject({name: z.string(), containerPort: z.number()})),
	readinessProbe: probe,
	livenessProbe: probe,
	volumeMounts: z.array(z.strictObject({name: z.string(), mountPath: z.string()})),
});
const labels = z.record(z.string(), z.string());
const deployment = z.looseObject({
	apiVersion: z.literal('apps/v1'),
	kind: z.literal('Deployment'),
	metadata: z.looseObject({name: z.string()}),
	spec: z.looseObject({
		replicas: z.number(),
		selector: z.strictObject({matchLabels: labels}),
		template: z.looseObject({
			metadata: z.strictObject({labels}),
			spec: z.looseObject({
				terminationGracePeriodSeconds: z.number(),
				securityContext: z.looseObject({runAsNonRoot: z.literal(true), runAsUser: z.number()}),
				containers: z.array(container),
				volumes: z.array(z.looseObject({name: z.string()})),
			}),
		}),
	}),
});
const entry = z.strictObject({
	apiVersion: z.literal('v1'),
	kind: z.literal('Service'),
	metadata: z.looseObject({name: z.string()}),
	spec: z.strictObject({
		selector: labels,
		ports: z.array(z.strictObject({name: z.string(), port: z.number(), targetPort: z.string()})),
	}),
});

/** What the command line makes of arguments, without doing it. */
async function dryRun(args: readonly string[]) {
	const system = new MemorySystem([...args, '--dry-run', '--output', 'json'], {
		env: {SVC_DATABASE_URL: 'postgres://svc:word@database:5432/svc'},
	});
	const exitCode = await system.run();
	return {exitCode, said: JSON.parse(system.stdout.text) as Record<string, unknown>};
}

it('compose: every process of svc is started by a command that it knows, behind a database that answers', async () => {
	const {services, secrets, volumes} = compose.parse(load(textOf('compose.yaml'), {schema: YAML11_SCHEMA}));
	const {database, ...own} = services;
	expect(Object.keys(own)).toEqual(['api', 'worker-backend', 'worker-frontend']);
	expect(database?.healthcheck?.test.join(' ')).toContain('pg_isready');
	expect(Object.keys(volumes)).toEqual(['database']);
	for (const {command = [], secrets: held, depends_on, stop_grace_period} of Object.values(own)) {
		const {exitCode, said} = await dryRun(command);
		expect([command[0], exitCode, said['database']]).toEqual([command[0], 0, 'database:5432/svc']);
		expect(held?.every(name => name in secrets)).toBe(true);
		expect(depends_on).toHaveProperty('database');
		// A stop gives running tests 30 s.
		expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(30);
	}
});

it('Kubernetes: probes, selectors and volumes name what is there, and every command is known', async () => {
	const [first, ...rest] = loadAll(textOf('kubernetes.yaml'));
	const {spec: front} = entry.parse(first);
	const deployments = rest.map(one => deployment.parse(one));
	expect(deployments.map(({metadata}) => metadata.name)).toEqual(['svc-api', 'svc-worker']);
	for (const {spec} of deployments) {
		const {metadata, spec: pod} = spec.template;
		expect(metadata.labels).toMatchObject(spec.selector.matchLabels);
		expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(35);
		for (const {args, ports, readinessProbe, livenessProbe, volumeMounts, env} of pod.containers) {
			const names = ports.map(({name}) => name);
			expect(names).toContain(readinessProbe.httpGet.port);
			expect(names).toContain(livenessProbe.httpGet.port);
			const volumes = pod.volumes.map(({name}) => name);
			expect(volumeMounts.filter(({name}) => !volumes.includes(name))).toEqual([]);
			expect(env.map(({name}) => name)).toEqual(['SVC_DATABASE_URL', 'SVC_SECRETS_KEY']);
			const {exitCode, said} = await dryRun(args);
			expect([args[0], exitCode]).toEqual([args[0], 0]);
			expect(ports[0]?.containerPort).toBe(said['port'] ?? said['metricsPort']);
		}
	}
	const api = deployments[0]?.spec.template;
	expect(api?.metadata.labels).toMatchObject(front.selector);
	expect(api?.spec.containers[0]?.ports.map(({name}) => name)).toContain(front.ports[0]?.targetPort);
});

it.each(['compose.yaml', 'kubernetes.yaml'])(
	'%s says how the first key is made, by a command that is known',
	async name => {
		const [, words = ''] = /^#.* (?:api|--) svc (admin init .*)$/m.exec(textOf(name)) ?? [];
		const args = words.split(/ (?=--)/).flatMap((part, at) => (at === 0 ? part.split(' ') : part.split(/ (?=")/)));
		const {exitCode, said} = await dryRun(args.map(one => one.replaceAll('"', '')));
		expect([exitCode, said['name']]).toEqual([0, 'Ada Lovelace']);
	},
);

it('Dockerfile: runs as an ordinary user, with Python and a browser, and starts what svc knows', async () => {
	const lines = textOf('Dockerfile').replaceAll('\\\n', ' ').split('\n');
	const said = (word: string) =>
		lines.filter(line => line.startsWith(`${word} `)).map(line => line.slice(word.length + 1));
	expect(said('USER')).toEqual(['10001:10001']);
	expect(lines.join('\n')).toMatch(/python3-requests chromium-headless-shell/);
	expect(JSON.parse(said('ENTRYPOINT')[0] ?? '')).toEqual(['tini', '--', 'svc']);
	const command = JSON.parse(said('CMD')[0] ?? '') as string[];
	expect((await dryRun(command)).said).toMatchObject({host: '0.0.0.0', port: 7420});
	expect(said('EXPOSE')).toEqual(['7420']);
});
