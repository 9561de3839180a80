% Writes octave-queueing.json: numbers of GNU Octave's `queueing` package, to hold the solvers against.
% octave --no-gui -q octave-queueing.m > octave-queueing.json     (Debian: apt-get install octave-queueing)
pkg load queueing

% What is solved; the commands that solve it; the variables that are kept.
cases = {
  'M/M/1, lambda 0.9, mu 1', '[U,R,Q,X,p0]=qsmm1(0.9,1);', {'U','R','Q','X','p0'};
  'M/M/1, lambda 0.9999, mu 1', '[U,R,Q,X,p0]=qsmm1(0.9999,1);', {'U','R','Q','X'};
  'M/M/24, lambda 20, mu 1', '[U,R,Q,X,p0,pm]=qsmmm(20,1,24);', {'U','R','Q','X','p0','pm'};
  'M/M/300, lambda 290, mu 1', '[U,R,Q,X,p0,pm]=qsmmm(290,1,300);', {'U','R','Q','X','pm'};
  'M/M/1/11, lambda 9, mu 10', '[U,R,Q,X,p0,pK]=qsmm1k(9,10,11);', {'U','R','Q','X','p0','pK'};
  'M/M/1/30, lambda 1.2, mu 1', '[U,R,Q,X,p0,pK]=qsmm1k(1.2,1,30);', {'U','R','Q','X','p0','pK'};
  'M/M/4/6, lambda 50, mu 10', '[U,R,Q,X,p0,pK]=qsmmmk(50,10,4,6);', {'U','R','Q','X','p0','pK'};
  'M/M/25/25, lambda 20, mu 1', 'pK=erlangb(20,25);', {'pK'};
  'M/M/inf, lambda 5, mean stay 0.7', '[U,R,Q,X,p0]=qsmminf(5,1/0.7);', {'R','Q','X','p0'};
  'M/D/1, lambda 0.8, mean 1', '[U,R,Q,X]=qsmg1(0.8,1,1);', {'U','R','Q','X'};
  'M/H2/1, lambda 0.5, rates 0.5 and 2 as often', '[U,R,Q,X]=qsmg1(0.5,0.5/0.5+0.5/2,2*(0.5/0.5^2+0.5/2^2));', {'U','R','Q','X'};
  'open network with feedback, Bolch et al. 1998, example 7.4, p. 287', 'S=[.04 .03 .06 .05]; P=[0 .5 .5 0;1 0 0 0;.6 0 0 0;1 0 0 0]; l=[0 0 0 4]; [U,R,Q,X]=qnos(sum(l),S,qnosvisits(P,l));', {'U','R','Q','X'};
  'open central server, Lazowska et al. 1984, p. 113', '[U,R,Q,X]=qnos(0.3,[.005 .03 .027],[121 70 50]);', {'U','R','Q','X'};
  'two open classes, processor sharing', '[U,R,Q,X]=qnom([0.3 0.2],[0.5 1.1 0.4;1.2 0.6 0.8],[.3;.2]/.5*[1 1 1]);', {'U','R','Q','X'};
  'closed, two servers and a delay, Bolch et al. 1998, example 8.4, p. 333', '[U,R,Q,X]=qncsmva(3,[.5 .6 .8 1],[1 .5 .5 1],[2 1 1 -1]);', {'R','Q','X'};
  'closed, load-dependent, Bolch et al. 1998, example 8.7, p. 349', '[U,R,Q,X]=qncsmvald(3,1./[2 4 4;5/3 5/3 5/3;1.25 1.25 1.25;1 2 3],[1 .5 .5 1]);', {'R','Q','X'};
  'closed, 60 jobs, convolution', '[U,R,Q,X]=qncsconv(60,[.02 .2 .4 .6],[1 .4 .2 .1]);', {'U','R','Q','X'};
  'closed, servers 3 and 5, load-dependent convolution', 'N=40; n=1:N; [U,R,Q,X]=qncsconvld(N,[2./min(n,3);1./min(n,5);.5*ones(1,N)],[1 1 1]);', {'R','Q','X'};
  'closed, delay 15, demands 2.1, 0.605, 1.35', '[U,R,Q,X]=qncsmva(10,[2.1 .605 1.35],[1 1 1],[1 1 1],15);', {'U','R','Q','X'};
  'closed, 3 classes at 4 stations and a delay', '[U,R,Q,X]=qncmmva([4 3 5],[.3 .2 .5 .1 2;.4 .6 .1 .3 3;.2 .1 .7 .4 5],ones(3,5),[1 1 1 1 -1]);', {'Q','X'};
  'closed, 3 classes at 4 stations and a delay, Bard-Schweitzer', '[U,R,Q,X]=qncmmvabs([4 3 5],[.3 .2 .5 .1;.4 .6 .1 .3;.2 .1 .7 .4],ones(3,4),[1 1 1 1],[2 3 5],1e-13,10000);', {'Q','X'};
  'mixed, two open and two closed classes, Bolch et al. 1998, example 8.6, p. 345', '[U,R,Q,X]=qnmix([.5 .25 0 0],[0 0 1 1],[.4 .6;.8 1.6;.3 .5;.5 .8],[2 1;2.5 1.5;1 .5;1 .4]);', {'Q','X'};
  'mixed, an open class beside 7 jobs', '[U,R,Q,X]=qnmix([.4 0],[0 7],[.5 .9;.7 .3],[1 1;1 1]);', {'Q','X'};
  'open tandem that repeats a service for which there is no room', '[U,R,Q,X]=qnmarkov([.9 0],[1 1/1.1],[4 3],[0 1;0 0]);', {'U','Q'};
  'three in a row that repeat a service for which there is no room', '[U,R,Q,X]=qnmarkov([1 0 0],[.8 .9 .7],[3 2 4],[0 1 0;0 0 1;0 0 0]);', {'U','Q'};
  'ring of two that repeats a service for which there is no room', '[U,R,Q,X]=qnmarkov(5,[2 .9],[5 4],[0 1;1 0]);', {'U','Q'};
  'tandem, blocking after service, K 5 and 3, lambda 0.9, mu 1', ...
  ['n1=6; n2=5; s=@(i,j) i+n1*j+1; G=zeros(n1*n2); for i=0:5, for j=0:4, if(i<5&&!(j==4&&i==0)), G(s(i,j),s(i+1,j))+=.9; end, ' ...
   'if(i>0&&j<3), G(s(i,j),s(i-1,j+1))+=1; end, if(i>0&&j==3), G(s(i,j),s(i,4))+=1; end, ' ...
   'if(j>0&&j<4), G(s(i,j),s(i,j-1))+=1; end, if(j==4&&i>0), G(s(i,j),s(i-1,3))+=1; end, end, end, ' ...
   'used=[]; for i=0:5, for j=0:4, if(!(j==4&&i==0)), used(end+1)=s(i,j); end, end, end, G=G(used,used); G-=diag(sum(G,2)); q=zeros(1,n1*n2); q(used)=ctmc(G); ' ...
   'p=reshape(q,n1,n2); L1=(0:5)*sum(p,2); L2=sum(p,1)*[0 1 2 3 3]''; pK=sum(p(6,:)); blocked=sum(p(:,5)); X=.9*(1-pK);'], {'L1','L2','pK','blocked','X'};
  'batches of 3 at rate 0.2 into K = 5, mu 1, those that fit enter', ...
  'G=zeros(6); for n=0:5, if(n>0), G(n+1,n)=1; end, if(n<5), G(n+1,min(n+3,5)+1)+=.2; end, end, G-=diag(sum(G,2)); p=ctmc(G); L=p*(0:5)''; X=1-p(1);', {'p','L','X'};
  'bulk service of exactly 3, lambda 2, mu 1, K = 12', ...
  'G=zeros(13); for n=0:12, if(n<12), G(n+1,n+2)=2; end, if(n>=3), G(n+1,n-2)=1; end, end, G-=diag(sum(G,2)); p=ctmc(G); L=p*(0:12)'';', {'p','L'};
  'M/E2/1/4, lambda 0.9, mean 1', ...
  'G=zeros(9); for n=1:4, a=2*n; b=2*n+1; G(a,b)=2; if(n>1), G(b,a-2)=2; else G(b,1)=2; end, if(n<4), G(a,a+2)=.9; G(b,b+2)=.9; end, end, G(1,2)=.9; G-=diag(sum(G,2)); q=ctmc(G); p=[q(1) q(2)+q(3) q(4)+q(5) q(6)+q(7) q(8)+q(9)];', {'p'};
  'M/M/1/6 from empty, lambda 1.5, mu 1, at t = 0.5, 2 and 10', ...
  'G=ctmcbd(1.5*ones(1,6),ones(1,6)); G-=diag(sum(G,2)); e=[1 zeros(1,6)]; L=[ctmc(G,.5,e);ctmc(G,2,e);ctmc(G,10,e)]*(0:6)'';', {'L'};
  'M/M/1/6 from empty, lambda 1.5, mu 1, until it is full', ...
  'G=ctmcbd(1.5*ones(1,6),ones(1,6)); M=ctmcfpt(G); T=M(1,7);', {'T'};
};

printf("[\n");
for k = 1:rows(cases)
  [what, command, kept] = cases{k,:};
  eval(command);
  gives = struct();
  for name = kept
    gives.(name{1}) = eval(name{1});
  end
  entry = struct('what', what, 'command', command, 'gives', gives);
  printf('  %s%s\n', jsonencode(entry), repmat(',', 1, k < rows(cases)));
end
printf(']\n');
