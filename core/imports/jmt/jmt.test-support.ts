/** Models of JMT written by hand for tests, in the form of its schemas. */

/** Exponential times. */
export const exponentialTimes = (lambda: number): string =>
  times('Exponential', 'ExponentialPar', { lambda });

export const times = (kind: string, numbersKind: string, numbers: Readonly<Record<string, number>>): string =>
  `<subParameter classPath="jmt.engine.NetStrategies.ServiceStrategies.ServiceTimeStrategy" name="ServiceTimeStrategy">
   <subParameter classPath="jmt.engine.random.${kind}" name="${kind}"/>
   <subParameter classPath="jmt.engine.random.${numbersKind}" name="distrPar">${Object.entries(numbers)
     .map(([name, value]) => leaf('java.lang.Double', name, value))
     .join('')}</subParameter></subParameter>`;

export const leaf = (classPath: string, name: string, value: string | number): string =>
  `<subParameter classPath="${classPath}" name="${name}"><value>${value}</value></subParameter>`;

/** A list by class. */
export const byClass = (name: string, values: Readonly<Record<string, string>>): string =>
  `<parameter array="true" classPath="x" name="${name}">${Object.entries(values)
    .map(([id, value]) => `<refClass>${id}</refClass>${value}`)
    .join('')}</parameter>`;

const strategy = (path: string, name: string): string =>
  `<subParameter classPath="jmt.engine.NetStrategies.${path}" name="${name}"/>`;

export const routing = (kind: string): string => strategy(`RoutingStrategies.${kind}`, kind);

/** Probabilities by station. */
export const chances = (shares: Readonly<Record<string, number>>): string =>
  `<subParameter classPath="jmt.engine.NetStrategies.RoutingStrategies.EmpiricalStrategy" name="Probabilities">
   <subParameter array="true" classPath="jmt.engine.random.EmpiricalEntry" name="EmpiricalEntryArray">${Object.entries(
     shares,
   )
     .map(
       ([to, share]) =>
         `<subParameter classPath="jmt.engine.random.EmpiricalEntry" name="EmpiricalEntry">${leaf('java.lang.String', 'stationName', to)}${leaf('java.lang.Double', 'probability', share)}</subParameter>`,
     )
     .join('')}</subParameter></subParameter>`;

const router = (ways: Readonly<Record<string, string>>): string =>
  `<section className="Router">${byClass('RoutingStrategy', ways)}</section>`;

interface Queue {
  readonly size?: number;
  readonly drop?: string;
  readonly put?: string;
  readonly server?: string;
  readonly servers?: number;
}

/** Every class is served and routed as it is said; those of a list by class are the classes. */
export function station(
  name: string,
  services: Readonly<Record<string, string>>,
  ways: Readonly<Record<string, string>>,
  { size = -1, drop = 'drop', put = 'TailStrategy', server = 'Server', servers = 1 }: Queue = {},
): string {
  const each = (value: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.keys(services).map((id) => [id, value]));
  const serverSection =
    server === 'Delay'
      ? `<section className="Delay">${byClass('ServiceStrategy', services)}</section>`
      : `<section className="${server}"><parameter classPath="java.lang.Integer" name="maxJobs"><value>${servers}</value></parameter>${byClass('ServiceStrategy', services)}</section>`;
  return `<node name="${name}"><section className="Queue">
    <parameter classPath="java.lang.Integer" name="size"><value>${size}</value></parameter>
    ${byClass('dropStrategies', each(leaf('java.lang.String', 'dropStrategy', drop)))}
    ${byClass('QueuePutStrategy', each(strategy(`QueuePutStrategies.${put}`, put)))}</section>
    ${serverSection}${router(ways)}</node>`;
}

export const source = (
  name: string,
  arrivals: Readonly<Record<string, string>>,
  ways: Readonly<Record<string, string>>,
): string =>
  `<node name="${name}"><section className="RandomSource">${byClass('ServiceStrategy', arrivals)}</section><section className="ServiceTunnel"/>${router(ways)}</node>`;

export const sink = (name: string): string => `<node name="${name}"><section className="JobSink"/></node>`;

/** `links`: `a>b c>d`; names without spaces. */
export const archive = (inside: string, links: string, more = ''): string =>
  `<?xml version="1.0" encoding="ISO-8859-1" standalone="no"?>
<archive name="own.jsimg" xsi:noNamespaceSchemaLocation="Archive.xsd">
<sim logDelimiter="," name="own.jsimg" polling="1.0">
${inside}
${links
  .split(' ')
  .map((link) => `<connection source="${link.split('>')[0]}" target="${link.split('>')[1]}"/>`)
  .join('\n')}
${more}</sim></archive>`;

export const openClass = (name: string, reference: string, priority = 0): string =>
  `<userClass name="${name}" priority="${priority}" referenceSource="${reference}" type="open"/>`;
export const closedClass = (name: string, reference: string, customers: number): string =>
  `<userClass customers="${customers}" name="${name}" priority="0" referenceSource="${reference}" type="closed"/>`;

/** M/M/1 with room for 11: 4.276904 jobs in the mean (Gross et al., Fundamentals of Queueing Theory, section 2.5, at load 0.9). */
export const MM1K: string = archive(
  [
    openClass('c', 'in'),
    source('in', { c: exponentialTimes(9) }, { c: routing('RandomStrategy') }),
    station('q', { c: exponentialTimes(10) }, { c: routing('RandomStrategy') }, { size: 11 }),
    sink('out'),
  ].join('\n'),
  'in>q q>out',
  '<measure alpha="0.01" name="q" nodeType="station" precision="0.03" referenceNode="q" referenceUserClass="" type="Number of Customers"/>',
);

/** The central server of Buzen with four jobs: service times 0.02, 0.2, 0.4 and visits 20, 10, 9 of them (a job leaves with 1/20). */
export const CENTRAL_SERVER: string = `<?xml version="1.0" encoding="UTF-8"?>
<model xsi:noNamespaceSchemaLocation="JMTmodel.xsd">
 <description><![CDATA[central server]]></description>
 <parameters>
  <classes number="1"><closedclass name="jobs" population="4"/></classes>
  <stations number="3">
   <listation name="cpu" servers="1"><servicetimes><servicetime customerclass="jobs">0.02</servicetime></servicetimes>
     <visits><visit customerclass="jobs">20</visit></visits></listation>
   <listation name="disk1" servers="1"><servicetimes><servicetime customerclass="jobs">0.2</servicetime></servicetimes>
     <visits><visit customerclass="jobs">10</visit></visits></listation>
   <delaystation name="think"><servicetimes><servicetime customerclass="jobs">4.0</servicetime></servicetimes>
     <visits><visit customerclass="jobs">1</visit></visits></delaystation>
  </stations>
  <ReferenceStation number="1"><Class name="jobs" refStation="think"/></ReferenceStation>
 </parameters>
 <algParams><algType name="MVA" tolerance="1.0E-7" maxSamples="10000"/></algParams>
</model>`;
